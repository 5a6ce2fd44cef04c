/** Markup with a zero-width space and a long word. The interface takes it as a name; it refuses names that reorder text. */
export const NAME = `<img src=x onerror="globalThis.ran = 1"><b>bold</b> z\u200Bw ${'w'.repeat(36)}`;
/** As `NAME`, with marks that reorder the text after them; for comments and descriptions. */
export const ODD = `pay \u202Edesufer\u2067 \uFEFF${NAME}`;
/** As `ODD`, with colours of a terminal and lone controls of C0 and C1; for all that applications send. */
export const WILD = `${ODD} \u001B[31mred\u001B[0m bell\u0007 c1 \u0085\u009B`;
/** Text without a place where a line could be broken. */
export const LONG = 'w'.repeat(10_000);
/** An ID of a person or an account, which may have invisible characters inside of words alone. */
export const ID = NAME.replace('\u200B', '\u200C');
