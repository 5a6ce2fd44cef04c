import type { ReactNode } from 'react';
import type { ReplayDetails } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { Select } from '../../ui/controls/select.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { clockText } from '../parts/clock-text.js';
import { nameWindow } from '../parts/windows.js';
import classes from './player-controls.module.css';
import type { PlayerHandle } from './use-playback.js';

interface PlayerControlsProps {
  readonly player: PlayerHandle;
  readonly details: ReplayDetails;
  readonly windowId: string;
  readonly onWindow: (id: string) => void;
  /** Moves to the previous (-1) or the next (1) thing that happened. */
  readonly onStep: (step: -1 | 1) => void;
}

const SPEEDS = [0.5, 1, 2, 4, 8].map((speed) => ({ value: String(speed), label: `${speed}×` }));

/** Plays, pauses and moves; sets the speed, and chooses the tab that is shown. */
export function PlayerControls({ player, details, windowId, onWindow, onStep }: PlayerControlsProps): ReactNode {
  const { playback, state } = player;
  const { windows, recording } = details;
  const tabs = windows.map(({ window_id: value, from_offset_ms: from }) => ({
    value,
    label: `${nameWindow(windows, value)} · ${clockText(from)}`,
  }));
  return (
    <div role="group" aria-label="Player" className={classes.bar}>
      <Button
        kind="primary"
        icon={state.isPlaying ? 'pause' : 'play'}
        aria-label={state.isPlaying ? 'Pause' : 'Play'}
        shortcut="Space"
        onClick={playback.toggle}
      />
      <Button icon="left" aria-label="To what happened before" shortcut="," onClick={() => onStep(-1)} />
      <Button icon="right" aria-label="To what happens next" shortcut="." onClick={() => onStep(1)} />
      <span className={classes.time}>
        {clockText(state.offsetMs)} <span className={classes.of}>/ {clockText(recording?.duration_ms ?? 0)}</span>
      </span>
      <Select
        label="Speed"
        value={String(state.speed)}
        options={SPEEDS}
        onChange={(speed) => playback.setSpeed(Number(speed))}
      />
      <ToggleChip isOn={state.skips} onToggle={() => playback.setSkips(!state.skips)}>
        Skip inactivity
      </ToggleChip>
      {tabs.length > 1 &&
        (tabs.length > 4 ? (
          <Select label="Tab" value={windowId} options={tabs} onChange={onWindow} />
        ) : (
          <Segmented label="Tab" value={windowId} options={tabs} onChange={onWindow} />
        ))}
    </div>
  );
}
