import fc from "fast-check";
import { expect, test } from "vitest";
import { bringsWords } from "../hosts/tool-names.ts";
import { fetches, filesCopied, filesFetched, filesPrinted, filesWritten } from "./others-words.ts";

test.each([
  [true, ["WebFetch", "WebSearch", "web_search", "web_fetch", "browser_click", "mcp__other__read"]],
  [true, ["mcp__cairnevil__x", "mcp__cairn_evil__x", "mcp__plugin_cairn__x", "mcp__plugin_cairn_other__x"]],
  [true, ["mcp__cairn__recall"]],
  [false, ["mcp__plugin_cairn_cairn__recall", "Read", "Bash", "Edit"]],
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
      "TOKEN='a b' curl example.com",
      "sudo -u www curl example.com",
      "sudo -E curl example.com",
      "time timeout 10s curl example.com",
      "timeout -k 5 10 curl example.com",
      "cat urls | xargs -n 1 -I {} curl -s {}",
      "env -i A=b curl example.com",
      "if curl -sf example.com; then echo up; fi",
      "for u in a b; do curl $u; done",
      'echo "$(curl -s example.com)"',
      'git commit -m "$(gh pr view 3)"',
      "echo `curl example.com`",
      "xargs sh -c 'curl $0'",
      "watch -n 2 'curl example.com'",
      "eval curl example.com",
      "bash <<'EOF'\ncurl example.com\nEOF",
      "cat <<'EOF' | sh\ncurl example.com\nEOF",
      "find . -name '*.url' -exec curl {} \\;",
      "cat urls | parallel -j 4 curl {}",
      "(curl example.com)",
      "diff <(curl a.com) b",
      "npm test \\\n  && curl example.com",
      "busybox wget -qO- example.com",
      "jj git fetch",
      "west update",
      "docker cp web:/notes.md -",
      "dpkg -s evil",
      "gpg --recv-keys 0xabc",
      "sls logs -f hello",
      "npx turso db shell shop 'select body from posts'",
      "echo 'gh pr view 3' | bash",
      'bash <<< "curl example.com"',
      "ls | entr -c curl example.com",
      'script -qc "curl example.com" /dev/null',
      "strace -f -o /dev/null curl example.com",
      "proxychains4 -q curl example.com",
      "torsocks curl example.com",
      "systemd-run --pipe curl example.com",
      "runuser -u bob -- curl example.com",
      "flock /tmp/lock curl example.com",
      "direnv exec . curl example.com",
      "nvm exec 20 curl example.com",
      "ssh-agent bash -c 'curl example.com'",
      "coproc curl example.com",
      "google-chrome --headless=new --dump-dom example.com",
      "git -c alias.x='!curl example.com' x",
      "awk 'BEGIN{system(\"curl example.com\")}'",
      "vim -c '!curl example.com'",
      "python -c \"import os; os.system('curl example.com')\"",
      "python -c \"import subprocess as s; print(s.check_output(['gh', 'pr', 'view', '3']))\"",
      "node -e \"require('child_process').execSync('gh pr view 3')\"",
      "perl -e 'system(\"curl example.com\")'",
    ],
  ],
  [false, ["npm test", "git log --oneline", "ls gh-pages", "npm run curl-check", "node http.js", "cat https.ts"]],
  [
    false,
    [
      "git commit -m 'fix gh pages'",
      'git commit -m "use curl and gh"',
      "git commit -m \"$(cat <<'EOF'\nfix gh pages, don't use\ncurl here\n\nCo-Authored-By: x\nEOF\n)\"",
      "git commit -F - <<EOF\ncurl is gone\nEOF",
      "cat > run.sh <<'EOF'\ncurl example.com\nEOF",
      "grep -rn http src",
      "rg ssh src",
      'grep -rn "curl " src | head',
      "time rg curl src",
      "xargs grep -l curl",
      "ls gh hub",
      "echo curl",
      "which curl",
      "command -v gh",
      "# curl example.com\nnpm test",
      "cd src/gh && ls",
      "gh=1 npm test",
      "git commit -m 'say $(curl x) in the docs'",
      "git commit -m \"spawn 'gh' by exec, not curl\"",
      "node -e \"require('child_process').execSync('npm test')\"",
      "python -c \"import subprocess; subprocess.run(['pytest', '-q'])\"",
      "echo 'npm test' | bash",
      'bash <<< "npm test"',
      "echo 'curl' | grep -c curl",
      "strace -f npm test",
      "flock /tmp/lock npm test",
      "direnv exec . npm test",
      "awk 'BEGIN{print \"curl\"}' notes.txt",
      "hyperfine 'npm test'",
    ],
  ],
])("a command fetches (%s): %j", (expected, commands) => {
  for (const command of commands) expect([command, fetches(command)]).toEqual([command, expected]);
});

/** As people run them, both sides: what brings others' words in, and what looks like it and does not. */
const hearing = `
kubectl -n prod logs web-0 --tail=100 | kubectl get events | k logs web-0 | docker logs --tail 50 -f web
docker --context prod logs web | docker container logs web | docker compose -f dev.yml logs web | docker compose up
psql "$DATABASE_URL" -c 'select * from users' | PGPASSWORD=x psql -h db -c 'select 1' | redis-cli --raw get x
rails runner 'puts Post.first.body' | python manage.py dbshell | python3 manage.py shell -c 'print(Post.objects.first())'
kafka-console-consumer --topic x | mosquitto_sub -t x | npm --prefix web view x | npm pack left-pad | npm diff --diff=a@1
pnpm dlx x | yarn dlx x | python -m pip install x | python3 -m pip download evil | npx degit o/r | npx repomix --remote o/r
ab -n 1 http://example.com/ | trafilatura -u https://example.com | my-own-tool --from=https://example.com/x
git log HEAD..origin/main --oneline | git log upstream/feature -5 | git show origin/feature:README.md | git show FETCH_HEAD
git diff main...origin/pr-12 | git log ..@{upstream} | git log -p @{u} | git cat-file -p origin/x:README.md | git log --remotes
git log --all --oneline | git show refs/remotes/origin/x | git show refs/pull/3/head | git grep foo origin/main | git lfs pull
git blame origin/x -- a.ts | hg pull | svn log | node -e "require('https').get('x')" | node -e "import('node:net')"
claude -p hello | codex exec hello | gemini -p hello | ollama run llama hello | man git | pbpaste | xclip -o | tmux capture-pane -p
adb logcat | log show --last 5m | dart pub get | pod install | hf download x | s5cmd cat s3://x/y | deno run https://x/y.ts
uv run --with requests python -c 'import requests; print(requests.get(u).text)' | uv --quiet run curl x.y | conda run -n env curl x.y
uv run --python 3.12 --with bs4 --with rich python -m httpie x.y | uv --directory tools run -q wget x.y | pnpm --silent exec gh pr view | mise -q exec -- curl x.y
poetry run python -c "import requests; print(requests.get(u).text)" | uv run python -c "import httpx; httpx.get(u)" | pipx run httpie x
pnpm exec giget gh:o/r d | npx giget gh:o/r d | bin/rails c | mix run -e 'IO.puts HTTPoison.get!("x").body' | elixir -e ':httpc.request("x")'
julia -e 'using HTTP; HTTP.get("x")' | osascript -e 'tell app "Safari" to get URL' | make fetch URL=https://example.com/x | nix eval nixpkgs#x.meta
nix-env -qa x | stripe events list | stripe logs tail | snmpwalk -c public h | ipfs cat Qm | restic dump latest x | circleci run list | travis logs
cpanm --info x | luarocks show x | p4 print x | nmap -sV host | telegram-cli -e history | hasura metadata export | istioctl proxy-config x
`;
const staying = `
npm run view | npm config get registry | npm run lint -- --fix | pnpm -r test | yarn build | bun run build | npx vitest run
git log main..HEAD | git log origin/main..HEAD | git log origin/main.. | git diff origin/main...HEAD | git diff origin/main
git push origin main | git push -u origin feature/x | git rev-parse origin/main | git merge-base main origin/main
git rev-list --count HEAD..origin/main | git reset --hard origin/main | git checkout -b x origin/main | git show HEAD:README.md
git commit -m 'merge origin/main' | git remote add origin https://example.com/x | git branch -a | git show abc1234
docker compose up -d | docker compose ps | docker compose down | docker ps | kubectl config current-context | terraform fmt
terraform validate | helm lint | psql --version | curl --version | gh --version | gh auth status | aws configure list
echo https://example.com | grep -rn https://example.com src | rg 'https://' src | uv run pytest | poetry run pytest
go run ./cmd/x | cargo run | python -m pytest | python script.py | node script.js | rails test | python manage.py test
uv run --with rich python build.py | uv --quiet run pytest | conda run -n env pytest | uv run --with=duckdb pytest tests | uv run --quiet -- pytest curl
uv run pytest curl | uv run pytest -k gh | pnpm --silent exec vitest run | conda run --name=gh pytest
poetry run python -m pytest | uv run python build.py | pnpm exec vitest run | npm exec tsc | bundle exec rspec | conda run -n x pytest | mix test
elixir -e 'IO.puts 1' | julia -e 'println(1)' | bin/rails test | PORT=3000 npm run dev | make test | make URL=/x check | mise exec -- cargo test
`;

test.each([
  [true, hearing],
  [false, staying],
])("commands as people run them fetch (%s)", (expected, lines) => {
  for (const command of lines.trim().split(/ \| |\n/)) expect([command, fetches(command)]).toEqual([command, expected]);
});

test.each<[string, string[]]>([
  ["curl -s https://a.example/guide -o docs/guide.md", ["docs/guide.md"]],
  ["cd docs && curl -sO https://a.example/guide.md?x=1", ["docs/guide.md"]],
  ["wget https://a.example/guide.md", ["guide.md"]],
  ["wget -qO- https://a.example/guide.md > g.md", ["g.md", "guide.md"]],
  ["gh pr view 12 --json body > pr.json", ["pr.json"]],
  ["kubectl logs web | tee web.log", ["web.log"]],
  ["npm test > out.log", []],
])("%s leaves what others wrote in %j", (command, files) => {
  expect(filesFetched(command)).toEqual(files);
});

test.each<[string, string[]]>([
  ["cp /tmp/page.html docs/", ["docs/page.html"]],
  ["cp /tmp/page.html .", ["./page.html"]],
  ["cp /tmp/page.html docs/guide.md", ["docs/guide.md", "docs/guide.md/page.html"]],
  ["cp -r /tmp/evil third", ["third", "third/evil"]],
  ["tar -xzf /tmp/x.tgz -C third", ["third"]],
  ["unzip /tmp/x.zip -d .", []],
  ["echo cp a b", []],
])("%s puts what it copies into %j", (command, places) => {
  expect(filesCopied(command).flatMap(({ to }) => to)).toEqual(places);
});

test.each<[string, string[]]>([
  ["cat /tmp/page.html", ["/tmp/page.html"]],
  ["git -C ../other log -3", ["../other"]],
  ["find node_modules/x -name README.md -exec cat {} +", ["node_modules/x", "{}", "+"]],
  ["find . -name '*.ts' -not -path './node_modules/*'", ["."]],
  ["tar xOf /tmp/x.tgz README", ["xOf", "/tmp/x.tgz", "README"]],
  ["sudo head -n 20 '/tmp/my page.html' | wc -l", ["20", "/tmp/my page.html"]],
  ["cd /other && cat page.html", ["/other", "/other/page.html"]],
  ["cd .. && cat evil/README.md", ["..", "../evil/README.md"]],
  ["cd src && cat ../README.md", ["src", "src/../README.md"]],
  ["(cd src && ls); cat ../x", ["src", "../x"]],
  ["cd /other", []],
  ["cat $HOME/x", ["$HOME/x"]],
  ['cat "$HOME"/x', ["$HOME/x"]],
  ['grep -A 3 "/api/users" ../other/notes.txt', ["3", "../other/notes.txt"]],
  ["sed -n '/from/,/to/p' ~/notes.txt", ["~/notes.txt"]],
  ["wc -l < /tmp/page.html", ["/tmp/page.html"]],
  ["bash -c 'cat /other/x'", ["/other/x"]],
  ["grep /api/users src", ["src"]],
  ["npm test > /tmp/out.log 2>&1; tail -50 /tmp/out.log", []],
  ["npm test &> /tmp/out.log; tail -50 /tmp/out.log", []],
  ["npm test >> /tmp/out.log; tail -50 /tmp/out.log", ["/tmp/out.log"]],
  ["npm test 2>&1 | tee /tmp/out.log; grep FAIL /tmp/out.log", []],
  ["cat > /tmp/x.sh <<EOF\necho hello\nEOF", []],
  ["cat > run.sh <<'EOF'\ncd /other\nEOF\nsh run.sh", []],
  ["sh <<'EOF'\ncat /other/page.html\nEOF", ["/other/page.html"]],
  ["cat src/importer.ts 2>/dev/null", ["src/importer.ts"]],
  ["/usr/bin/make all", []],
])("%s prints %j", (command, files) => {
  expect(filesPrinted(command)).toEqual(files);
});

test.each<[string, string[]]>([
  ["npm test > /tmp/o.log 2>&1", ["/tmp/o.log"]],
  ['npm test > "$HOME"/o.log', ["$HOME/o.log"]],
  ["npm test 2> /tmp/err.log | tee /tmp/o.log", ["/tmp/err.log", "/tmp/o.log"]],
  ["cd /tmp && npm test > o.log", ["/tmp/o.log"]],
  ["echo more >> /tmp/o.log", []],
  ["npm test | tee -a /tmp/o.log", []],
  ["npm test > /dev/null", []],
])("%s leaves only its own words in %j", (command, files) => {
  expect(filesWritten(command)).toEqual(files);
});

test("no line is too strange to be taken apart, and none takes long", () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    "`",
    "$(",
    ")",
    "(",
    "<<",
    "EOF",
    "\n",
    ">",
    "\\",
    " ",
    "cat",
    "cd",
    "sh -c",
    "#",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(() => [fetches(pieces.join("")), filesPrinted(pieces.join(""))]).not.toThrow();
    }),
  );
  for (const one of ["<<A\n", '"', "'", "$(", '"$(', "`", "sh -c '", "\\", "a=", "sudo ", "uv -q uv run -q uv -q "])
    fetches(one.repeat(20_000));
});

test.each([
  ["python3 -c \"print(open('/elsewhere/x.md').read())\"", ["/elsewhere/x.md"]],
  ["node -p \"require('fs').readFileSync('~/x', 'utf8')\"", ["~/x"]],
  ["dd if=/elsewhere/x bs=1 count=9", ["/elsewhere/x"]],
  ["tee /dev/stderr < /elsewhere/x", ["/elsewhere/x"]],
  ["glow /elsewhere/x.md", ["/elsewhere/x.md"]],
  ["python3 build.py src/a.ts", []],
])("what %s prints: %j", (command, expected) => {
  expect(filesPrinted(command)).toEqual(expected);
});

test.each(["jj log", "repo status", "rpm -i x.rpm", "gpg --verify a.asc", "west build"])(
  "%s prints no others' words",
  (command) => {
    expect(fetches(command)).toBe(false);
  },
);
