import type { operations } from '../gen/operations.js';
import type { Io } from '../runtime/io.js';
import type { Json, JsonObject } from '../values/json.js';
import type { EventView, OutputMode, View } from '../print/view.js';
import type { Settings } from '../session/settings.js';
import type { Api } from '../http/api.js';
import type { ServerEvent } from '../http/follow-events.js';
import type { Flag, FlagValues } from './flag.js';

export type OperationId = keyof typeof operations;
type FieldOf<Id extends OperationId> = (typeof operations)[Id]['fields'][number];
/** A field of the body, or one inside of it: `time_range.start`. */
type FieldPathOf<Id extends OperationId> = FieldOf<Id> | `${FieldOf<Id>}.${string}`;
type PathParameterOf<Id extends OperationId> = (typeof operations)[Id]['pathParameters'][number];

/** One command as data: the parser, the help, the manifest, the completion and the request are all made from it. */
export type Command = RestCommand | LocalCommand;

interface CommandText {
  /** What is typed: `['logs', 'query']`. */
  readonly words: readonly string[];
  /** Other spellings of the last word. */
  readonly aliases?: readonly string[];
  /** One line for lists, without a full stop. */
  readonly summary: string;
  /** What else its reader should know. */
  readonly description?: string;
  /** Commands to copy; never with a secret in them. */
  readonly examples?: readonly string[];
}

/** A positional argument. */
export interface Argument<Parameter extends string = string> {
  readonly name: string;
  readonly description: string;
  /** The path parameter it fills in, or the field of the request it becomes. */
  readonly sends?: Parameter;
  readonly choices?: readonly string[];
  /** What is sent for a choice where that is not its word. */
  readonly meanings?: Readonly<Record<string, boolean>>;
  /** May be left out; only of the last argument. */
  readonly optional?: true;
  /** One or more of it, sent as a list; only of the last argument. */
  readonly repeats?: true;
}

/** A command that is one operation. A command whose operation the service does not have does not compile. */
export interface RestCommand<Id extends OperationId = OperationId> extends CommandText {
  readonly operation: Id;
  readonly arguments?: readonly Argument<PathParameterOf<Id> | FieldOf<Id>>[];
  /** Those that fill in a path parameter are required. */
  readonly flags?: readonly Flag<FieldPathOf<Id> | PathParameterOf<Id>>[];
  /** Fields of the JSON object it takes with --json or --file; a body is then required. */
  readonly body?: string;
  /** The body is a JSON array, which is this field of the request. */
  readonly bodyArray?: FieldOf<Id>;
  /** Fails without --yes. */
  readonly destructive?: true;
  /** Repeats the first argument as this field: the service asks for it before it destroys. Stands behind --yes. */
  readonly confirms?: FieldOf<Id>;
  /** How a terminal shows the answer; PATH, TYPE and VALUE when absent. */
  readonly view?: View;
  /** Of an operation that streams, instead of a view; it is followed until the command is interrupted. */
  readonly events?: EventView;
  /** What is printed when the operation answers nothing: the path's arguments and this. */
  readonly done?: JsonObject;
  /** A word to a person at a terminal, after the answer. */
  readonly note?: (values: FlagValues) => string | undefined;
}

/** A command of the client's own. */
export interface LocalCommand extends CommandText {
  readonly arguments?: readonly Argument[];
  readonly flags?: readonly Flag[];
  /** May name a profile that does not exist yet. */
  readonly makesProfile?: true;
  /** A helper of the shell, left out of the manifest. */
  readonly meta?: true;
  readonly run: (context: Context) => Promise<void> | void;
}

/** What a command runs with. */
export interface Context {
  readonly io: Io;
  readonly catalog: readonly Family[];
  readonly arguments: Readonly<Record<string, string>>;
  /** Further values of an argument that repeats. */
  readonly more: readonly string[];
  readonly flags: FlagValues;
  /** `--output` or what the terminal suggests; `chosen` when it was asked for. */
  readonly output: { readonly mode: OutputMode; readonly chosen: boolean };
  /** Reads the profile at the first call. */
  readonly settings: () => Settings;
  readonly api: () => Api;
  /** Prints an answer in the chosen mode. */
  readonly print: (answer: Json, view?: View) => Promise<void>;
  /** Prints one event of a stream in the chosen mode. */
  readonly printEvent: (event: ServerEvent, view: EventView) => void;
}

/** The commands that start with one word; a word of its own for the client's. */
export interface Family {
  /** Words of a group and what is in it: `logs`, `alerts rules`. */
  readonly groups: Readonly<Record<string, string>>;
  readonly commands: readonly Command[];
}

/** Checks an entry against its operation's names, then forgets which operation it was. */
export function restCommand<const Id extends OperationId>(command: RestCommand<Id>): RestCommand {
  return command;
}

export function isRest(command: Command): command is RestCommand {
  return 'operation' in command;
}

/** The words of a command as they are typed: `logs query`. */
export function commandPath(command: Command): string {
  return command.words.join(' ');
}
