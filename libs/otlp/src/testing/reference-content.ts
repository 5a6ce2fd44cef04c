import { classOfKey, isNumbered, REDACTED, redactText } from '@svc/redaction';
import { isContentAttribute } from '@svc/tables';
import { referenceMap, referenceText, type DecodedPair, type DecodedValue } from './reference-text.js';

const AI_KEY =
  /^(?:(?:gen_ai|openinference|llm|traceloop|langfuse|mcp\.method|agent\.run)\.|ai\.(?:operationId|prompt|toolCall|embedding|value|(?:model|usage|response|telemetry|settings|stream)\.))/;

export const isAi = ({ key = '' }: DecodedPair): boolean => AI_KEY.test(key);
const isContent = ({ key = '' }: DecodedPair): boolean => isContentAttribute(key);

/** The attributes that the row of a span, or of one of its events, has. Those that could have been content are its last. */
export function storedPairs(sent: readonly DecodedPair[]): DecodedPair[] {
  const others = sent.filter((pair) => !isContent(pair));
  return sent.some(isAi) ? others : [...others, ...sent.filter(isContent)];
}

/** The attributes of what is no span: prompts and answers are redacted. */
export function redactedPairs(sent: readonly DecodedPair[]): DecodedPair[] {
  return sent.map((pair) => {
    if (!isContent(pair) || !isAi(pair)) return pair;
    const { key = '', value } = pair;
    return { key, value: redacted(value, key) };
  });
}

/** The attributes with prompts and answers as the engine returns a map; undefined without any. */
export function referenceContent(sent: readonly DecodedPair[]): [string[], string[]] | undefined {
  if (!sent.some(isAi)) return undefined;
  const content = [
    ...sent.filter((pair) => isContent(pair) && isAi(pair)),
    ...sent.filter((pair) => isContent(pair) && !isAi(pair)),
  ];
  if (content.length === 0) return undefined;
  return referenceMap(content.map(({ key, value }) => ({ key, value: redacted(value, key ?? '') })));
}

function redacted(value: DecodedValue = {}, key: string): DecodedValue {
  const replaced = { stringValue: REDACTED };
  if (classOfKey(key) === 'credential') return replaced;
  if (value.stringValue !== undefined) return { stringValue: redactText(value.stringValue, key) };
  if (value.arrayValue) return { arrayValue: { values: value.arrayValue.values?.map((each) => redacted(each, key)) } };
  if (value.kvlistValue) {
    const values = value.kvlistValue.values?.map((pair) => ({ ...pair, value: redacted(pair.value, pair.key ?? '') }));
    return { kvlistValue: { values } };
  }
  const isNumber = value.intValue !== undefined || value.doubleValue !== undefined;
  const isReplaced = isNumber && isNumbered(classOfKey(key)) && redactText(referenceText(value), key) === REDACTED;
  return isReplaced ? replaced : value;
}
