// As the contract refuses them in a text that is sent; older texts and texts of others may have them.
const deceptive =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\u200c\u200d\p{Variation_Selector}]]/gv;

/**
 * Writes each control character, override of the writing direction and other invisible character of a text as JSON
 * escapes it (`\u202e`), so that a terminal shows it in place of obeying it. A line of JSON keeps its meaning.
 */
export function escapeDeceptive(text: string): string {
  return text.replace(deceptive, (character) =>
    character.replace(
      /[\s\S]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/** Creates a function that writes one line, in which no text of somebody else can act on the terminal. */
export function lineWriter(stream: { write: (text: string) => unknown }): (line: string) => void {
  return (line) => stream.write(`${escapeDeceptive(line)}\n`);
}
