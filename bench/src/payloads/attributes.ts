/** An attribute in OTLP/JSON. */
export type Attribute = { readonly key: string; readonly value: object };

export const text = (key: string, stringValue: string): Attribute => ({ key, value: { stringValue } });
export const int = (key: string, intValue: number): Attribute => ({ key, value: { intValue: String(intValue) } });
export const flag = (key: string, boolValue: boolean): Attribute => ({ key, value: { boolValue } });
export const double = (key: string, doubleValue: number): Attribute => ({ key, value: { doubleValue } });
