const THRESHOLD = "extract(trace_state, '(?:^|,)[ \\t]*ot=(?:[^,;]*;)*th:([0-9a-f]{1,14})(?:[;,]|$)')";
const RATE = "toFloat64OrZero(attributes['SampleRate'])";
/** 2^56: what a span can stand for at most. */
const MOST = '72057594037927936';

/**
 * How many spans a stored one stands for, by OpenTelemetry's consistent probability sampling: `ot=th:T` in its trace state says that the
 * spans with a random number below T, of 2^56, were rejected. T is written without its trailing zeros. 1 for a span without it.
 */
export const ADJUSTED_COUNT =
  `if(position(trace_state, 'th:') = 0, 1., ${MOST}. / ` +
  `toFloat64(${MOST} - reinterpretAsUInt64(reverse(unhex(rightPad(${THRESHOLD}, 14, '0'))))))`;

/**
 * How many spans a stored one stands for: by its trace state, as OpenTelemetry has it, or else by the attribute `SampleRate`, where
 * 10 means one of ten. 1 for a span that says nothing valid.
 */
export const STANDS_FOR = `multiIf(${ADJUSTED_COUNT} != 1, ${ADJUSTED_COUNT}, ${RATE} >= 1 AND ${RATE} <= ${MOST}., ${RATE}, 1.)`;
