/**
 * The one seed of everything generated in tests. The same in every run, so that a change is judged by what it changed;
 * `CAIRN_SEED=<number>` replays another, `CAIRN_SEED=random` hunts.
 */

const said = process.env["CAIRN_SEED"] ?? "20261115";

export const seed = said === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(said);
