/** What is told where another program wrote at the same moment. */

export const OVERTAKEN = "Another program wrote the file at the same moment; its text is in the history.";
