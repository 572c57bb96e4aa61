import fc from "fast-check";
import { expect, test } from "vitest";
import { freeKey, humanKey, type Identity, normalRemote, sameProject } from "./identity.ts";

const same: [url: string, remote: string | undefined][] = [
  ["https://host.example/a/b", "host.example/a/b"],
  ["https://host.example/a/b.git", "host.example/a/b"],
  ["https://host.example/a/b/", "host.example/a/b"],
  ["https://host.example/a/b.git/", "host.example/a/b"],
  ["https://HOST.Example/a/b", "host.example/a/b"],
  ["http://host.example:8080/a/b", "host.example/a/b"],
  ["https://me@host.example/a/b", "host.example/a/b"],
  ["https://me:hunter2@host.example/a/b", "host.example/a/b"],
  ["https://me:hun/ter2@host.example/a/b", "host.example/a/b"],
  ["https://host.example/a/b?private_token=hunter2", "host.example/a/b"],
  ["https://host.example/a/b#hunter2", "host.example/a/b"],
  ["ssh://git@host.example/a/b.git", "host.example/a/b"],
  ["ssh://git@host.example:2222/a/b.git", "host.example/a/b"],
  ["git+ssh://git@host.example/a/b.git", "host.example/a/b"],
  ["git://host.example/a/b.git", "host.example/a/b"],
  ["git@host.example:a/b.git", "host.example/a/b"],
  ["git@host.example:/a/b.git", "host.example/a/b"],
  ["host.example:a/b", "host.example/a/b"],
  ["me:hunter2@host.example:a/b", "host.example/a/b"],
  ["git@[2001:DB8::1]:a/b.git", "[2001:db8::1]/a/b"],
  ["ssh://git@[2001:DB8::1]:22/a/b.git", "[2001:db8::1]/a/b"],
  ["https://host.example/A/B", "host.example/A/B"],
  ["https://host.example/@scope/b", "host.example/@scope/b"],
  ["https://host.example/", undefined],
  ["https://", undefined],
  ["/srv/git/b.git", "file:/srv/git/b"],
  ["file:///srv/git/b.git", "file:/srv/git/b"],
  ["file://localhost/srv/git/b", "file:/srv/git/b"],
  ["../b.git", "file:/w/b"],
  ["./x:y", "file:/w/here/x:y"],
  ["ext::sh -c evil", undefined],
  ["", undefined],
  ["a\u0000b", undefined],
];

test.each(same)("the remote %s is known as %s", (url, remote) => {
  expect(normalRemote(url, "/w/here")).toBe(remote);
});

test("no spelling of a remote keeps its password", () => {
  const word = fc.stringMatching(/^[a-z0-9:/@?#%.[\]-]{0,12}[a-z0-9@?#%.[\]-]$/);
  const spelling = fc.constantFrom("https://", "ssh://", "git+https://", "");
  fc.assert(
    fc.property(
      spelling,
      fc.constantFrom("", "me", "x-token", "a:b/c"),
      word,
      fc.constantFrom("/a/b.git", ":a/b", ""),
      (scheme, user, more, path) => {
        const url = `${scheme}${user}:S3cretWord${more}@host.example${path}`;
        const remote = normalRemote(url, "/w") ?? "";
        expect(remote).not.toMatch(/s3cretword/i);
      },
    ),
    { numRuns: 2_000 },
  );
});

const keys: [path: string, key: string | RegExp][] = [
  ["/w/korweb_companion_app", "korweb-companion-app"],
  ["/w/API", "api"],
  ["/w/my app", "my-app"],
  ["/w/site.example.com", "site-example-com"],
  ["/w/a -- b", "a----b"],
  ["/w/_private_", "private"],
  ["/w/Caf\u00e9", "cafe"],
  ["/w/Cafe\u0301", "cafe"],
  ["/w/Größe", "grosse"],
  ["/w/ｆｕｌｌ", "full"],
  ["/w/проект", /^project-[0-9a-f]{6}$/],
  ["/w/...", /^project-[0-9a-f]{6}$/],
  ["/", /^project-[0-9a-f]{6}$/],
  ["/w/con", /^con-[0-9a-f]{6}$/],
  [`/w/${"n".repeat(200)}`, /^n{57}-[0-9a-f]{6}$/],
];

test.each(keys)("the project at %s is called %s", (path, key) => {
  expect(humanKey(path)).toMatch(typeof key === "string" ? new RegExp(`^${key}$`) : key);
});

test("two projects without a usable name are told apart", () => {
  expect(humanKey("/w/проект")).not.toBe(humanKey("/v/проект"));
});

test("a key is always one safe file name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(humanKey(`/w/${name}`)).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/);
    }),
  );
});

test("a taken key gets a short hash, and never the key of anyone else", () => {
  const taken = new Set<string>();
  const keysGiven = ["/u/api", "/v/api", "/w/api", "/x/api"].map((path) => {
    const key = freeKey(path, { shallow: false }, (candidate) => taken.has(candidate));
    taken.add(key);
    return key;
  });
  expect(keysGiven[0]).toBe("api");
  expect(keysGiven.slice(1).every((key) => /^api-[0-9a-f]{6}$/.test(key))).toBe(true);
  expect(taken.size).toBe(4);
});

test("the hash comes from the remote, so that a project has it on every machine", () => {
  const identity = { remote: "host.example/a/api", shallow: false };
  const isTaken = (key: string) => key === "api";
  expect(freeKey("/home/one/api", identity, isTaken)).toBe(freeKey("/home/two/api", identity, isTaken));
});

const one: Identity = { remote: "h/a", rootCommit: "1", shallow: false };
const verdicts: [what: string, other: Identity, same: boolean][] = [
  ["a second clone", { remote: "h/a", rootCommit: "1", shallow: false }, true],
  ["a fork", { remote: "h/fork", rootCommit: "1", shallow: false }, false],
  ["a repository begun anew under the same address", { remote: "h/a", rootCommit: "2", shallow: false }, false],
  ["a shallow clone", { remote: "h/a", shallow: true }, true],
  ["a shallow clone of a fork", { remote: "h/fork", shallow: true }, false],
  ["a copy without a remote", { rootCommit: "1", shallow: false }, false],
  ["nothing known", { shallow: false }, false],
];

test.each(verdicts)("%s is told from the project it resembles", (_, other, expected) => {
  expect(sameProject(one, other)).toBe(expected);
  expect(sameProject(other, one)).toBe(expected);
});

test("two projects without a remote are never the same by what they contain", () => {
  expect(sameProject({ rootCommit: "1", shallow: false }, { rootCommit: "1", shallow: false })).toBe(false);
});
