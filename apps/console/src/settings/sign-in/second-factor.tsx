import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import classes from '../settings.module.css';
import { ConfirmFactor } from './confirm-factor.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RemoveFactor } from './remove-factor.js';

type Step =
  | { readonly kind: 'recovery'; readonly codes: readonly string[] }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'remove' };

interface SecondFactorProps {
  /** Whether a session of the user was opened with a code. Even if none was, the user may have an authenticator. */
  readonly isOn: boolean | undefined;
}

/** The authenticator of the user, which signing in with the password asks for a code. */
export function SecondFactor({ isOn }: SecondFactorProps): ReactNode {
  const { can } = useSession();
  const [step, setStep] = useState<Step>();
  const { mutate, data, error, isPending, reset } = useApiChange('POST /users/me/totp');
  const reason = can('account:write') ? undefined : missingScope('account:write');
  const close = (): void => {
    reset();
    setStep(undefined);
  };
  return (
    <PanelSection title="Second factor" aside={isOn === true && <Badge tone="ok">on</Badge>}>
      <div className={classes.form}>
        <p className={classes.note}>
          Signing in with the password then needs a code of an authenticator, too. Your other sessions end when you set
          it up.
        </p>
        {error && <ErrorBox error={error} />}
        <div className={classes.bar}>
          {isOn !== true && (
            <Button
              disabledReason={reason ?? (isPending ? 'The request is being sent.' : undefined)}
              onClick={() => mutate({ body: {} }, { onSuccess: () => setStep({ kind: 'confirm' }) })}
            >
              Set up an authenticator
            </Button>
          )}
          <Button disabledReason={reason} onClick={() => setStep({ kind: 'remove' })}>
            Remove the authenticator
          </Button>
        </div>
      </div>
      {step?.kind === 'confirm' && data && (
        <ConfirmFactor
          factor={data}
          onClose={close}
          onConfirmed={(codes) => {
            reset();
            setStep({ kind: 'recovery', codes });
          }}
        />
      )}
      {step?.kind === 'recovery' && <RecoveryCodes codes={step.codes} onClose={close} />}
      {step?.kind === 'remove' && <RemoveFactor onClose={close} />}
    </PanelSection>
  );
}
