/** A part of a message of a model, in one vocabulary for all instrumentations. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** `arguments` is JSON, or the text that the model returned in its place. */
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly type: 'tool_result'; readonly id: string; readonly result: string }
  /** Anything else, such as an image: its kind, and the JSON of it. */
  | { readonly type: 'other'; readonly kind: string; readonly json: string };

/** A message that a model received or returned. */
export interface ContentMessage {
  /** `system`, `user`, `assistant`, `tool`, or as the instrumentation names it. */
  readonly role: string;
  readonly parts: readonly ContentPart[];
}

/** Prompts and answers of one step. A tool has its arguments as the input and its result as the output, each in one message. */
export interface StepContent {
  readonly input: readonly ContentMessage[];
  readonly output: readonly ContentMessage[];
}
