import type { ReactNode } from 'react';
import { Once } from '../../ui/feedback/once.js';
import classes from '../settings.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The codes that replace one of the authenticator, each once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps): ReactNode {
  return (
    <Once title="The second factor is on" label="Recovery codes" secret={codes.join('\n')} onClose={onClose}>
      <p className={classes.note}>
        Each replaces a code of the authenticator once. Keep them where you find them without the authenticator.
      </p>
    </Once>
  );
}
