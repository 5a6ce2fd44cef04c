import type { operations } from '../gen/operations.js';
import type { Api, ApiRequest } from '../http/api.js';
import type { EventView, OutputMode, View } from '../print/view.js';
import type { Io } from '../runtime/io.js';
import type { ServerEvent } from '../runtime/server-event.js';
import type { Json, JsonObject } from '../runtime/values/json.js';
import type { Settings } from '../session/settings.js';
import type { Flag, FlagValues } from './flag.js';

export type OperationId = keyof typeof operations;
type FieldOf<Id extends OperationId> = (typeof operations)[Id]['fields'][number];
/** A field of the body or a nested field: `time_range.start`. */
type FieldPathOf<Id extends OperationId> = FieldOf<Id> | `${FieldOf<Id>}.${string}`;
type PathParameterOf<Id extends OperationId> = (typeof operations)[Id]['pathParameters'][number];

/** A command as data. The parser, help, manifest, completion and request derive from it. */
export type Command = RestCommand | LocalCommand;

interface CommandText {
  /** The words of the command: `['logs', 'query']`. */
  readonly words: readonly string[];
  /** Alternatives for the last word. */
  readonly aliases?: readonly string[];
  /** One line for lists, without a full stop. */
  readonly summary: string;
  /** Further explanation. */
  readonly description?: string;
  /** Command lines to copy; they never contain a secret. */
  readonly examples?: readonly string[];
}

/** A positional argument. */
export interface Argument<Parameter extends string = string> {
  readonly name: string;
  readonly description: string;
  /** The path parameter or request field that it is sent as. */
  readonly sends?: Parameter;
  readonly choices?: readonly string[];
  /** Values that completion offers; any other is sent as well. */
  readonly suggestions?: readonly string[];
  /** The value sent for a choice, if it differs from the word. */
  readonly meanings?: Readonly<Record<string, boolean>>;
  /** Whether the argument is optional; only for the last argument. */
  readonly optional?: true;
  /** Whether the argument takes one or more values, sent as a list; only for the last argument. */
  readonly repeats?: true;
}

/** A command that calls one operation. It does not compile if the service does not have the operation. */
export interface RestCommand<Id extends OperationId = OperationId> extends CommandText {
  readonly operation: Id;
  readonly arguments?: readonly Argument<PathParameterOf<Id> | FieldOf<Id>>[];
  /** Flags that are path parameters must be required. */
  readonly flags?: readonly Flag<FieldPathOf<Id> | PathParameterOf<Id>>[];
  /** The fields of the JSON object that the command requires with --json or --file. */
  readonly body?: string;
  /** The request field that a JSON array in the body becomes. */
  readonly bodyArray?: FieldOf<Id>;
  /** The list in the body whose only item is described by the flags that send its nested fields. */
  readonly listOfOne?: FieldOf<Id>;
  /** Whether the command fails without --yes. */
  readonly destructive?: true;
  /** The field that repeats the first argument, if the service requires it as a confirmation. Sent with --yes. */
  readonly confirms?: FieldOf<Id>;
  /** The view of the response on a terminal; PATH, TYPE and VALUE by default. */
  readonly view?: View;
  /** Sends the request in another way than whole, such as a large body in chunks. */
  readonly send?: (request: ApiRequest, context: Context) => Promise<Json | undefined>;
  /** Adds what further requests return to a response before its view shows it; the JSON stays that of the operation. */
  readonly complete?: (answer: Json, context: Context) => Promise<Json>;
  /** The view of a streaming operation, which is followed until the command is interrupted. */
  readonly events?: EventView;
  /** Prints all pages of a list as they arrive, one row a line, because the list can be longer than memory. */
  readonly lines?: PageLines;
  /** Printed for an empty response, together with the arguments. */
  readonly done?: JsonObject;
  /** Flags that must be given together or not at all. */
  readonly together?: readonly string[];
  /** Flags, at least one of which must be given. */
  readonly anyOf?: readonly string[];
  /** A way of its own that the command goes if a flag is given. */
  readonly variant?: Variant;
  /** A note for a user at a terminal, printed after the response. */
  readonly note?: string;
  /** A warning about effects that the given flags do not have, printed on standard error. */
  readonly warning?: (values: FlagValues) => string | undefined;
}

/** Another way of a command, with another operation. */
export interface Variant {
  /** The flag that chooses it. */
  readonly flag: string;
  /** Flags that mean nothing without it. */
  readonly only: readonly string[];
  readonly run: (context: Context) => Promise<void>;
}

/** A way to print the rows of all pages of a list. */
export interface PageLines {
  /** The list in the response. */
  readonly rows: string;
  /** A row on a terminal, without the end of the line. The JSON has the row as it is. */
  readonly print: (row: JsonObject) => string;
  /** Printed on a terminal if there are no rows. */
  readonly empty: string;
}

/** A command that the client implements itself. */
export interface LocalCommand extends CommandText {
  readonly arguments?: readonly Argument[];
  readonly flags?: readonly Flag[];
  /** Whether the selected profile need not exist. */
  readonly makesProfile?: true;
  /** Flags of every command that the manifest names with this one only. */
  readonly namedFlags?: readonly Flag[];
  /** Whether the command is a helper for shells, which the manifest omits. */
  readonly meta?: true;
  readonly run: (context: Context) => Promise<void> | void;
}

/** The context in which a command runs. */
export interface Context {
  readonly io: Io;
  readonly catalog: readonly Family[];
  readonly arguments: Readonly<Record<string, string>>;
  /** Further values of a repeating argument. */
  readonly more: readonly string[];
  readonly flags: FlagValues;
  /** The output mode; `chosen` if it was given with `--output`. */
  readonly output: { readonly mode: OutputMode; readonly chosen: boolean };
  /** Reads the profile on the first call. */
  readonly settings: () => Settings;
  readonly api: () => Api;
  /** Prints a response in the output mode. */
  readonly print: (answer: Json, view?: View) => Promise<void>;
  /** Returns a function that prints the events of one stream in the output mode. */
  readonly printEvents: (view: EventView) => (event: ServerEvent) => void;
}

/** The commands that share their first word. */
export interface Family {
  /** Descriptions of the groups by their words: `logs`, `alerts rules`. */
  readonly groups: Readonly<Record<string, string>>;
  /** Heading of the family in the help of `svc`. */
  readonly topic?: string;
  readonly commands: readonly Command[];
}

/** Checks the names of a command against its operation at compile time. */
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
