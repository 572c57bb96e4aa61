import { describe, expect, test } from "vitest";
import { cairn, keepBoth, locks, marketplace, plugin, task, timesTold, told, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { printScript, say } from "./script.ts";

describe.each(clientVersions)("client %s", (version) => {
  test("finds nothing wrong with the plugin and its marketplace, however strict it is", async () => {
    const client = (await scene()).client({ version });
    for (const folder of [plugin, marketplace]) {
      const { code, out } = await client.command(["plugin", "validate", folder, "--strict"]);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Validation passed") });
    }
  });

  test("installs the plugin from the marketplace, and memories stay when it goes", async () => {
    const at = await scene();
    const client = at.client({ version });
    expect(await client.installPlugin(marketplace, "cairn@cairn")).toMatchObject({ code: 0, err: "" });
    const kept = printScript(tool("remember", task), tool("remember", locks), say("kept"));
    expect(await client.run(kept, { permissionMode: "default" })).toMatchObject({
      code: 0,
      result: "kept",
      err: "",
    });

    expect(await client.uninstallPlugin("cairn@cairn")).toMatchObject({ code: 0, err: "" });
    await client.run("without it");
    const { body } = at.model.last();
    expect(told(body)).toEqual([]);
    expect(body.tools?.filter(({ name }) => name.includes("cairn"))).toEqual([]);
    expect(cairn(at, ["list"]).out).toContain(locks.title);

    expect(await client.command(["plugin", "install", "cairn@cairn"])).toMatchObject({ code: 0, err: "" });
    await client.run("with it again");
    expect(timesTold(task.text, at.model.last().body)).toBe(1);
    expect(at.model.strays).toEqual([]);
  });

  test("lists the model the tools that are for it, and not the one for hooks", async () => {
    const at = await scene();
    keepBoth(at);
    await at.client({ version, plugins: [plugin] }).run("hello");
    const tools = at.model.last().body.tools?.map(({ name }) => name) ?? [];
    const own = tools.filter((name) => name.includes("cairn")).map((name) => name.replace(/^.*__/, ""));
    expect(own).toEqual(expect.arrayContaining(["remember", "recall", "show", "update", "forget"]));
    for (const name of ["hook", "undo", "config", "gc"]) expect(own).not.toContain(name);
  });
});
