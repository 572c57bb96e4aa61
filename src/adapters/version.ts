/** Which Cairn this is: put in by the build; the sources themselves have no number. */

declare const CAIRN_VERSION: string | undefined;

export const version: string = typeof CAIRN_VERSION === "string" ? CAIRN_VERSION : "0.0.0-source";
