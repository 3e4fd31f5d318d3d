// What is said to a person whose input cannot be used.

/** One sentence: what was expected, what was found, what to do. The page shows it as it is. */
export class UserError extends Error {}
