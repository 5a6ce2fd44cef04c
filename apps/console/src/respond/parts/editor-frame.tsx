import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import classes from './respond.module.css';

interface EditorFrameProps {
  readonly form: ReactNode;
  /** The heading beside the form. */
  readonly title: string;
  /** The text of the button that saves. */
  readonly action: string;
  /** Why it cannot be saved. */
  readonly refusal: string | undefined;
  readonly error: Error | undefined;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** The content beside the form. */
  readonly children: ReactNode;
}

/** A form, and beside it the buttons that save and leave it with what is known of its effect. */
export function EditorFrame(props: EditorFrameProps): ReactNode {
  const { form, title, action, refusal, error, onSave, onClose, children } = props;
  return (
    <div className={classes.details}>
      <div className={classes.columns}>
        <div className={classes.column}>{form}</div>
        <div className={classes.column}>
          <PanelSection title={title}>
            <div className={classes.form}>
              <div className={classes.bar}>
                <Button kind="primary" disabledReason={refusal} onClick={onSave}>
                  {action}
                </Button>
                <Button onClick={onClose}>Cancel</Button>
              </div>
              {refusal !== undefined && <p className={classes.note}>{refusal}</p>}
              {error && <ErrorBox error={error} />}
              {children}
            </div>
          </PanelSection>
        </div>
      </div>
    </div>
  );
}
