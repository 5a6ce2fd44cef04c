import { useApi } from '../api/hooks.js';
import { toTarget } from '../links/targets.js';
import { useGo } from '../links/use-go.js';
import { useSession } from '../session/session.js';
import type { Command } from './command.js';
import { matches } from './matches.js';

const SEARCHED = 200;
const SHOWN = 5;

/** The last recorded releases whose name matches: names are no IDs that the service resolves. */
export function useReleaseCommands(typed: string): readonly Command[] {
  const { can } = useSession();
  const go = useGo();
  const text = typed.trim();
  const isPermitted = can('releases:read');
  const input = { query: { limit: SEARCHED } };
  const { data } = useApi('GET /releases', input, { enabled: isPermitted && text !== '', staleTime: 60_000 });
  if (!isPermitted) return [];
  const names = text === '' ? [] : (data?.releases.map(({ release }) => release) ?? []);
  return names
    .filter((name) => matches(name, text))
    .slice(0, SHOWN)
    .map((name) => ({
      id: `release ${name}`,
      label: name,
      icon: 'right' as const,
      hint: 'release',
      run: () => go(toTarget('release', name) ?? { to: 'releases' }),
    }));
}
