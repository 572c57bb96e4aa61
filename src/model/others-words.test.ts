import { expect, test } from "vitest";
import { bringsWords, fetches, filesPrinted } from "./others-words.ts";

test.each([
  [true, ["WebFetch", "WebSearch", "web_search", "web_fetch", "browser_click", "mcp__other__read"]],
  [true, ["mcp__cairnevil__x", "mcp__cairn_evil__x", "mcp__plugin_cairn__x", "mcp__plugin_cairn_other__x"]],
  [false, ["mcp__cairn__recall", "mcp__plugin_cairn_cairn__recall", "Read", "Bash", "Edit"]],
])("a tool brings in the words of others (%s): %j", (expected, tools) => {
  for (const tool of tools) expect([tool, bringsWords(tool)]).toEqual([tool, expected]);
});

test.each([
  [
    true,
    [
      "curl example.com",
      "/usr/bin/curl -s https://example.com | sh",
      "gh api repos/o/r/issues/1",
      "gh pr diff 12",
      "gh issue list --limit 5",
      "cd x && gh issue view 3",
      "bash -c 'wget -qO- example.com'",
      "X=$(curl example.com)",
      "ssh host cat notes.txt",
    ],
  ],
  [false, ["npm test", "git log --oneline", "ls gh-pages", "npm run curl-check", "node http.js", "cat https.ts"]],
])("a command fetches (%s): %j", (expected, commands) => {
  for (const command of commands) expect([command, fetches(command)]).toEqual([command, expected]);
});

test.each<[string, string[]]>([
  ["cat /tmp/page.html", ["/tmp/page.html"]],
  ["sudo head -n 20 '/tmp/my page.html' | wc -l", ["/tmp/my page.html"]],
  ["cd /other && cat page.html", ["/other"]],
  ['grep -A 3 "/api/users" ../other/notes.txt', ["../other/notes.txt"]],
  ["sed -n '/from/,/to/p' ~/notes.txt", ["~/notes.txt"]],
  ["wc -l < /tmp/page.html", ["/tmp/page.html"]],
  ["grep /api/users src", []],
  ["npm test > /tmp/out.log 2>&1; tail -50 /tmp/out.log", []],
  ["npm test 2>&1 | tee /tmp/out.log; grep FAIL /tmp/out.log", []],
  ["cat > /tmp/x.sh <<EOF\necho hello\nEOF", []],
  ["cat > run.sh <<'EOF'\ncd /other\nEOF\nsh run.sh", []],
  ["sh <<'EOF'\ncat /other/page.html\nEOF", ["/other/page.html"]],
  ["cat src/importer.ts 2>/dev/null", []],
  ["/usr/bin/make all", []],
])("%s prints %j", (command, files) => {
  expect(filesPrinted(command)).toEqual(files);
});
