import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { ReplayDetails } from '../gen/api.js';
import { useGo } from '../links/use-go.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { SectionHeadingContext } from '../ui/layout/section-heading.js';
import { useSearchState } from '../url/use-search-state.js';
import { About } from './detail/about.js';
import { describeMissing } from './detail/missing.js';
import { PLAYER_FIELDS } from './fields.js';
import { pickWindow } from './parts/windows.js';
import { Player } from './player/player.js';
import classes from './replay-session.module.css';
import type { Item } from './signals/items.js';
import { SignalList } from './signals/signal-list.js';
import { useItems } from './signals/use-items.js';

const VIEWS = [
  { value: 'signals', label: 'What happened' },
  { value: 'about', label: 'About' },
] as const;

/** The player of a recording beside everything that happened in the session. */
export function ReplaySession({ details }: { readonly details: ReplayDetails }): ReactNode {
  const [{ t, window: preferred }, update] = useSearchState(PLAYER_FIELDS);
  const [offsetMs, setOffsetMs] = useState(t);
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('signals');
  const found = useItems(details);
  const go = useGo();
  const window = pickWindow(details.windows, t, preferred);
  const onAddress = useCallback(
    (moment: number, windowId?: string) =>
      update({ t: Math.round(moment), ...(windowId !== undefined && { window: windowId }) }, { replace: true }),
    [update],
  );
  const seek = useRef<(moment: number) => void>(undefined);
  const show = ({ offsetMs: moment, windowId }: Item): void => {
    if (windowId === undefined || windowId === window?.window_id) seek.current?.(Math.max(0, moment));
    else onAddress(Math.max(0, moment), windowId);
  };
  const missing = describeMissing(details).length;
  return (
    <div className={classes.session}>
      <section aria-label="Player" className={classes.player}>
        {window ? (
          <Player
            details={details}
            window={window}
            found={found}
            t={t}
            onMoment={setOffsetMs}
            onAddress={onAddress}
            seekRef={seek}
          />
        ) : (
          <Empty title="Nothing can be played" text={details.warnings.join(' ')} />
        )}
      </section>
      <section aria-label="Session" className={classes.side}>
        <div className={classes.views}>
          <Segmented label="Beside the player" value={view} options={VIEWS} onChange={setView} />
          {missing > 0 && view === 'signals' && <span className={classes.note}>{`Missing parts: ${missing}`}</span>}
        </div>
        {view === 'signals' ? (
          <SignalList found={found} offsetMs={offsetMs} onSeek={show} />
        ) : (
          <div className={classes.about} tabIndex={0} role="group" aria-label="About the recording">
            <SectionHeadingContext value="h2">
              <About details={details} onDeleted={() => go({ to: 'replays' })} />
            </SectionHeadingContext>
          </div>
        )}
      </section>
    </div>
  );
}
