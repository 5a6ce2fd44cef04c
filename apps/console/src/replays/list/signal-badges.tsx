import type { ReactNode } from 'react';
import type { ReplayRecording } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import classes from './signal-badges.module.css';

/** Counts what went wrong in a recording. */
export function SignalBadges({ recording }: { readonly recording: ReplayRecording }): ReactNode {
  const { summary, console_error_count: logged, network_error_count: failed } = recording;
  const counts: readonly (readonly [count: number, name: string, tone: Tone, why: string])[] = [
    [logged + failed, 'errors', 'danger', 'Errors of the console, and requests with a status from 400'],
    [summary?.rage_click_count ?? 0, 'rage', 'danger', 'Bursts of clicks at one place'],
    [summary?.dead_click_count ?? 0, 'dead', 'warn', 'Clicks after which nothing happened'],
    [summary?.error_click_count ?? 0, 'error clicks', 'warn', 'Clicks that an error followed'],
  ];
  return (
    <span className={classes.badges}>
      {counts.map(
        ([count, name, tone, why]) =>
          count > 0 && (
            <span key={name} title={why}>
              <Badge tone={tone}>{`${formatCount(count, 'short')} ${name}`}</Badge>
            </span>
          ),
      )}
    </span>
  );
}
