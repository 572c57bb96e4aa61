/**
 * The settings in force. Defaults < the user's file < its part for the project < environment < option. What is wrong
 * with the file is a warning, never a reason to stop; a file that cannot be read as settings is never overwritten.
 */

import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { stampOf, statOf } from "../disk/files.ts";
import { RootLock } from "../disk/lock.ts";
import { CairnError } from "../model/error.ts";
import {
  checkSetting,
  formerSetting,
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingKeys,
  settings,
  typedSetting,
} from "../model/settings.ts";
import {
  readSettingsFile,
  SETTINGS_FILE,
  type SettingsDocument,
  type SettingsFile,
  type SettingsLayer,
  valuesOf,
  withoutValue,
  withValue,
} from "./settings-file.ts";

type Source = "default" | "user" | "project" | "environment" | "option";

export interface SettingsOptions {
  /** CAIRN_HOME. */
  readonly home: string;
  /** The project's key, once it is known. */
  readonly project?: string;
  /** Keys it had before, the oldest first: what is written under them holds until its own part says otherwise. */
  readonly formerly?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the caller was told in so many words, above everything else. */
  readonly options?: Readonly<Partial<Record<SettingKey, unknown>>>;
}

/** An editor that writes faster than this is no editor. */
const MOST_ATTEMPTS = 20;

interface InForce {
  readonly value: SettingValue;
  readonly source: Source;
}

export class Settings {
  readonly #given: SettingsOptions;
  readonly #path: string;
  #stamp: string | undefined;
  #values = new Map<SettingKey, InForce>();
  #warnings: string[] = [];

  constructor(given: SettingsOptions) {
    this.#given = given;
    this.#path = join(given.home, SETTINGS_FILE);
    this.#read();
  }

  get<K extends SettingKey>(key: K): SettingValue<K> {
    return (this.#values.get(key)?.value ?? settings[key].fallback) as SettingValue<K>;
  }

  sourceOf(key: SettingKey): Source {
    return this.#values.get(key)?.source ?? "default";
  }

  /** What the file says in this part alone, whatever is in force. */
  written(key: SettingKey, part: SettingsLayer = {}): unknown {
    return valuesOf(readSettingsFile(this.#path).document, part).get(key);
  }

  /** What is wrong with the file, in sentences for a person. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  get project(): string | undefined {
    return this.#given.project;
  }

  /** The same settings as seen from a project. */
  forProject(project: string, formerly: readonly string[] = []): Settings {
    return new Settings({ ...this.#given, project, formerly });
  }

  /** Looks whether the file has changed, and reads it again if so. */
  refresh(): void {
    if (this.#stampNow() !== this.#stamp) this.#read();
  }

  /** A durable write. Returns what is in the file then, and a warning if that is not quite what was asked for. */
  async set(
    key: SettingKey,
    value: unknown,
    part: SettingsLayer = {},
  ): Promise<{ value: SettingValue; warning?: string }> {
    const checked = checkSetting(key, value);
    if (!checked.ok) throw new CairnError("INPUT_ERROR", `${checked.problem}.`, { field: "value" });
    await this.#edit((document) => withValue(document, part, key, checked.value));
    return checked;
  }

  /** Takes a setting, or all of them, out of the file; keys Cairn does not know stay. */
  async reset(keys: readonly SettingKey[] = settingKeys, part: SettingsLayer = {}): Promise<void> {
    const parts = this.#isOwn(part) ? this.#parts() : [part];
    await this.#edit((document) =>
      parts.reduce((left, one) => keys.reduce((rest, key) => withoutValue(rest, one, key), left), document),
    );
  }

  #isOwn({ project }: SettingsLayer): boolean {
    return project !== undefined && project === this.#given.project;
  }

  /** Those of this project under every name it had, the present one last. */
  #parts(): SettingsLayer[] {
    const { project, formerly = [] } = this.#given;
    return project === undefined ? [] : [...formerly, project].map((name) => ({ project: name }));
  }

  async #edit(change: (document: SettingsDocument) => SettingsDocument): Promise<void> {
    const lock = new RootLock({ folder: join(this.#given.home, "locks", "settings") });
    const document = await lock.during(() => {
      for (let attempt = 0; attempt <= MOST_ATTEMPTS; attempt++) {
        const saved = this.#tryEdit(change);
        if (saved !== undefined) return saved;
      }
      throw new CairnError("OCC_CONFLICT", `${this.#path} keeps changing. Nothing was changed.`, {
        hint: "Close the editor that writes it, and try again.",
      });
    });
    this.#take({ document });
  }

  /** What is saved then; undefined if an editor, which takes no lock, was there between reading and writing. */
  #tryEdit(change: (document: SettingsDocument) => SettingsDocument): SettingsDocument | undefined {
    const { bytes, document, problem } = readSettingsFile(this.#path);
    if (problem !== undefined) {
      throw new CairnError("UPDATE_ERROR", `${problem}. Nothing was changed.`, {
        hint: "Mend the file by hand, or move it away, and try again.",
      });
    }
    const changed = change(document);
    const text = `${JSON.stringify(changed, null, 2)}\n`;
    if (bytes === undefined ? text === "{}\n" : bytes.toString() === text) return changed;
    const now = readSettingsFile(this.#path).bytes;
    if (bytes === undefined ? now !== undefined : now?.equals(bytes) !== true) return undefined;
    replaceFile(this.#path, Buffer.from(text));
    return changed;
  }

  #stampNow(): string {
    const stat = statOf(this.#path);
    return stat === undefined ? "" : stampOf(stat);
  }

  #read(): void {
    const stamp = this.#stampNow();
    this.#take(readSettingsFile(this.#path));
    this.#stamp = stamp;
  }

  /** What was just saved is taken as it is: that it cannot be read back must not make it look failed. */
  #take({ document, problem }: Pick<SettingsFile, "document" | "problem">): void {
    this.#stamp = undefined;
    this.#values = new Map();
    this.#warnings = problem === undefined ? [] : [`${problem}. The defaults are used until it is mended.`];
    this.#layer("user", valuesOf(document, {}));
    const { env = {}, options = {} } = this.#given;
    this.#layer("project", new Map(this.#parts().flatMap((part) => [...valuesOf(document, part)])));
    this.#layer("environment", environmentValues(env));
    this.#layer("option", new Map(Object.entries(options).filter(([, value]) => value !== undefined)));
  }

  #layer(source: Source, values: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of values) {
      if (!isSettingKey(key)) {
        const instead = formerSetting(key);
        const why =
          instead === undefined ? `there is no setting called ${key}` : `${key} is no setting any more: ${instead}`;
        this.#warnings.push(`${this.#placeOf(source)}: ${why}; it is kept and ignored.`);
        continue;
      }
      const checked = checkSetting(key, value);
      if (checked.ok) this.#values.set(key, { value: checked.value, source });
      const problem = checked.ok ? checked.warning : `${checked.problem}; what is there is ignored`;
      if (problem !== undefined) this.#warnings.push(`${this.#placeOf(source)}: ${problem}.`);
    }
  }

  /** By its path: the host has a file of the same name. */
  #placeOf(source: Source): string {
    if (source === "user") return this.#path;
    return source === "project" ? `${this.#path}, part of this project` : source;
  }
}

function environmentValues(env: Readonly<Record<string, string | undefined>>): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const key of settingKeys) {
    const row = settings[key];
    const typed = "env" in row && row.env !== undefined ? env[row.env] : undefined;
    if (typed !== undefined && typed !== "") values.set(key, typedSetting(key, typed));
  }
  return values;
}

/** What is said where Cairn is switched off and an agent wants something kept. */
export function switchedOff(): CairnError {
  return new CairnError("SECURITY_ERROR", "Cairn is switched off here: nothing was kept.", {
    hint: "Only the person switches it on again, with start.",
  });
}
