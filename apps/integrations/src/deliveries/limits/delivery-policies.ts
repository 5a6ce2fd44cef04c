/** The most in any period of this length. */
export interface Rate {
  readonly count: number;
  readonly withinMs: number;
}

/** The limits of a receiver. All rates of a delivery apply. */
export interface Policy {
  readonly critical: readonly Rate[];
  readonly others: readonly Rate[];
  /** The only rate of the first critical delivery about a subject; such a delivery is sent before all others. */
  readonly firstCritical?: Rate;
  /** The limit for all receivers of the group together: of a type of contact method, or of the channels of a project. */
  readonly group: { readonly critical: Rate; readonly others: Rate };
  /** The limit for a test, which is refused instead of waiting. */
  readonly tests: readonly Rate[];
  /** Whether one message replaces all that wait, also those that could be sent separately. */
  readonly bundlesAll: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const rates = (...pairs: readonly (readonly [count: number, withinMs: number])[]): Rate[] =>
  pairs.map(([count, withinMs]) => ({ count, withinMs }));

/** Text messages and calls, as in GoAlert: users switch off a phone that rings all the time. */
const BY_TYPE: Readonly<Record<string, readonly Rate[]>> = {
  phone: rates([3, 15 * MINUTE], [7, HOUR], [15, 3 * HOUR]),
  sms: rates([5, 15 * MINUTE], [11, HOUR], [21, 3 * HOUR]),
};
/** Limit of all contact methods of one type together: providers refuse higher rates. */
const OF_TYPE: Rate = { count: 5, withinMs: 5_000 };

/** The limits of one contact method of a member. */
export function contactPolicy(type: string): Policy {
  const ofType = BY_TYPE[type] ?? [];
  const critical = [...rates([1, MINUTE]), ...ofType];
  return {
    critical,
    others: [...rates([1, 3 * MINUTE]), ...ofType],
    firstCritical: { count: 3, withinMs: MINUTE },
    group: { critical: OF_TYPE, others: OF_TYPE },
    tests: critical,
    bundlesAll: true,
  };
}

/** Types whose receivers are programs, which group notifications by their subject. */
const PROGRAMS: ReadonlySet<string> = new Set(['webhook', 'pagerduty', 'opsgenie']);
const PROGRAM = rates([240, MINUTE]);
const PROGRAM_TESTS = rates([20, MINUTE]);
/** E-mail addresses and chat rooms, which people read. */
const READER = rates([20, MINUTE], [60, 15 * MINUTE]);
/** All channels of a project together. */
const PROJECT: Rate = { count: 600, withinMs: MINUTE };

/** The limits of one receiver of channels. Warnings and information use half of each rate, so that critical deliveries always find room. */
export function channelPolicy(type: string): Policy {
  const critical = PROGRAMS.has(type) ? PROGRAM : (BY_TYPE[type] ?? READER);
  return {
    critical,
    others: critical.map(half),
    group: { critical: PROJECT, others: half(PROJECT) },
    tests: PROGRAMS.has(type) ? PROGRAM_TESTS : critical,
    bundlesAll: false,
  };
}

const half = ({ count, withinMs }: Rate): Rate => ({ count: Math.floor(count / 2), withinMs });

/** The longest window of any rate: no earlier delivery matters. */
export const LONGEST_WINDOW_MS = 3 * HOUR;

/** The most deliveries that a rate of the policy counts. */
export const maxCounted = (...all: readonly Rate[]): number => Math.max(...all.map(({ count }) => count));
