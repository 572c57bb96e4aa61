/** The one importer of zod: every schema in Cairn is built with this `z`. */
export { z } from "zod";
