/** Characters of ASCII text for each token: prose has about four, but IDs, times and JSON have less, and a limit must hold for them. */
const CHARACTERS_PER_TOKEN = 3;

/**
 * An upper estimate of the tokens of a text. Which tokenizer a client uses is unknown; characters outside ASCII count as one token each.
 */
export function estimateTokens(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) others++;
  return Math.ceil((text.length - others) / CHARACTERS_PER_TOKEN) + others;
}

/** The tokens of a part of a result, which has it as text and as structured content. */
export function tokensOf(text: string, structured: unknown): number {
  return estimateTokens(text) + estimateTokens(JSON.stringify(structured)) + 2;
}
