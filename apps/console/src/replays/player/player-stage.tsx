import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/controls/icon.js';
import { FRAME_SANDBOX } from './frame-messages.js';
import classes from './player-stage.module.css';
import { SilentFrame } from './silent-frame.js';
import { toFrameUrl, type PlayerHandle } from './use-playback.js';

/** The recorded page, as large as fits. It gets no clicks: one anywhere plays or pauses. */
export function PlayerStage({ player }: { readonly player: PlayerHandle }): ReactNode {
  const { playback, state, frame, frameKey, isSilent, onFrameLoad } = player;
  const stage = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBox({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { width, height } = state.size ?? { width: 1280, height: 800 };
  const scale = Math.min(box.width / width, box.height / height);
  const left = (box.width - width * scale) / 2;
  const top = (box.height - height * scale) / 2;
  return (
    <div ref={stage} className={classes.stage}>
      <iframe
        key={frameKey}
        ref={frame}
        title="Recorded page"
        src={toFrameUrl()}
        sandbox={FRAME_SANDBOX}
        tabIndex={-1}
        className={classes.frame}
        style={{
          width,
          height,
          transform: `translate(${left}px, ${top}px) scale(${scale})`,
          visibility: state.size ? 'visible' : 'hidden',
        }}
        onLoad={onFrameLoad}
      />
      <button
        type="button"
        className={classes.cover}
        aria-hidden="true"
        tabIndex={-1}
        // It takes no focus, because the button below says the same.
        onMouseDown={(event) => event.preventDefault()}
        onClick={playback.toggle}
      >
        {!state.isPlaying && state.size && (
          <span className={classes.sign}>
            <Icon name="play" />
          </span>
        )}
      </button>
      <p role="status" className={classes.status}>
        {state.isWaiting && !isSilent ? (
          <span className={classes.waiting}>The events of this moment are being read.</span>
        ) : null}
      </p>
      {isSilent && <SilentFrame onReload={player.onReload} />}
    </div>
  );
}
