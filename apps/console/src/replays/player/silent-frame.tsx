import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './silent-frame.module.css';
import { toFrameUrl } from './use-playback.js';

/** Says that the player document has not answered, why that may be, and what can be done. */
export function SilentFrame({ onReload }: { readonly onReload: () => void }): ReactNode {
  return (
    <div role="alert" className={classes.message}>
      <strong>The player does not answer</strong>
      <p>
        <OutsideText text={toFrameUrl()} /> did not load. The network, an extension of the browser or a proxy may block
        it; an admin can check the setting SVC_REPLAY_ORIGIN. The list of what happened works without it.
      </p>
      <Button icon="refresh" onClick={onReload}>
        Load the player again
      </Button>
    </div>
  );
}
