import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import type { ReplayDetails, ReplayWindow } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { clockText } from '../parts/clock-text.js';
import { chosenMoment, followingWindow, nameWindow } from '../parts/windows.js';
import type { Items } from '../signals/use-items.js';
import { PlayerControls } from './player-controls.js';
import { PlayerStage } from './player-stage.js';
import classes from './player.module.css';
import { SeekBar } from './seek-bar.js';
import { useAddressMoment } from './use-address-moment.js';
import { usePlayback } from './use-playback.js';
import { usePlayerKeys } from './use-player-keys.js';

interface PlayerProps {
  readonly details: ReplayDetails;
  readonly window: ReplayWindow;
  readonly found: Items;
  /** The moment in the address. */
  readonly t: number;
  /** Called with what is shown as it changes. */
  readonly onMoment: (offsetMs: number) => void;
  /** Puts a moment, and the window that shows it, into the address. */
  readonly onAddress: (offsetMs: number, windowId?: string) => void;
  /** Set to what moves the player. */
  readonly seekRef: RefObject<((offsetMs: number) => void) | undefined>;
}

/** Plays one window of a recording, and goes on in the next one. */
export function Player({ details, window, found, t, onMoment, onAddress, seekRef }: PlayerProps): ReactNode {
  const goesOn = useRef(false);
  const player = usePlayback({ details, window, offsetMs: t, goesOn, onEvents: found.onEvents });
  const { playback, state } = player;
  const report = useRef(onMoment);
  report.current = onMoment;
  useEffect(() => report.current(state.offsetMs), [state.offsetMs]);
  useAddressMoment(player, t, onAddress);
  const { items } = found;
  const marks = useMemo(() => items.filter(({ tone }) => tone === 'danger' || tone === 'warn'), [items]);
  const seek = (offsetMs: number): void => {
    const { from_offset_ms: from, to_offset_ms: to } = window;
    if (offsetMs >= from && offsetMs <= to) playback.seek(offsetMs);
    else onAddress(Math.round(offsetMs));
  };
  seekRef.current = seek;
  const step = usePlayerKeys(player, items, seek);
  const next = state.offsetMs >= window.to_offset_ms ? followingWindow(details.windows, window) : undefined;
  const onNext = useRef<() => void>(undefined);
  onNext.current = () => {
    if (!next) return;
    goesOn.current = true;
    announce(`Goes on in ${nameWindow(details.windows, next.window_id)}`);
    onAddress(Math.max(next.from_offset_ms, state.offsetMs), next.window_id);
  };
  useEffect(() => {
    if (state.hasEnded) onNext.current?.();
  }, [state.hasEnded]);
  return (
    <div className={classes.player}>
      <PlayerStage player={player} />
      <SeekBar
        details={details}
        window={window}
        offsetMs={state.offsetMs}
        readMs={state.toMs}
        marks={marks}
        onSeek={seek}
      />
      <PlayerControls
        player={player}
        details={details}
        windowId={window.window_id}
        onWindow={(id) => onAddress(chosenMoment(details.windows, id, state.offsetMs, state.isPlaying), id)}
        onStep={step}
      />
      {state.error && (
        <div>
          <p
            className={classes.note}
          >{`The events after ${clockText(Math.max(state.fromMs, state.toMs))} are missing.`}</p>
          <ErrorBox error={state.error} onRetry={playback.retry} />
        </div>
      )}
      {next && (
        <p className={classes.note}>
          This tab ends here.{' '}
          <Button onClick={() => onAddress(Math.max(next.from_offset_ms, state.offsetMs), next.window_id)}>
            {`Go on in ${nameWindow(details.windows, next.window_id)}`}
          </Button>
        </p>
      )}
      {state.notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </div>
  );
}
