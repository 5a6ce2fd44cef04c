import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';
import { readTheme, THEMES } from '../../theme/theme.js';
import { useChooseTheme } from '../../theme/use-choose-theme.js';
import { findZone, viewerZone } from '../../time/zone.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { nameRole } from '../members/roles.js';
import classes from '../settings.module.css';
import { toProfileChange } from './profile-change.js';

/** The user's name, time zone and theme, which apply in all of the user's organizations. */
export function ProfileSection(): ReactNode {
  const { user } = useSession();
  const [name, setName] = useState(user.name);
  const [zone, setZone] = useState(user.time_zone ?? '');
  const chooseTheme = useChooseTheme();
  const { mutate, error, isPending } = useApiChange('PATCH /users/me', ['GET /users/me', 'GET /account/members']);
  const { body, faults } = toProfileChange(user, { name, zone });
  const reason =
    faults.size > 0
      ? 'Correct what is marked first.'
      : body === undefined
        ? 'Nothing was changed.'
        : isPending
          ? 'The request is being sent.'
          : undefined;
  const onSave = (): void => {
    if (body) mutate({ body }, { onSuccess: () => announce('Saved your profile') });
  };
  return (
    <>
      <PanelSection title="Profile">
        <form
          aria-label="Profile"
          className={classes.narrow}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason === undefined) onSave();
          }}
        >
          <Facts
            label="Account"
            facts={[
              { name: 'E-mail', value: <OutsideText text={user.email ?? ''} limit={254} /> },
              { name: 'Role', value: nameRole(user.role) },
            ]}
          />
          <TextField label="Name" value={name} maxLength={200} fault={faults.get('name')} onChange={setName} />
          <TextField
            label="Time zone"
            value={zone}
            list="zones-of-profile"
            spellCheck={false}
            placeholder={viewerZone()}
            hint="Times are shown in this zone unless a link names another one. If empty, the browser decides."
            fault={faults.get('time_zone')}
            onChange={setZone}
            onBlur={() => setZone(findZone(zone) ?? zone)}
          />
          <datalist id="zones-of-profile">
            {['UTC', ...Intl.supportedValuesOf('timeZone')].map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          {error && <ErrorBox error={error} />}
          <div>
            <Button type="submit" kind="primary" disabledReason={reason}>
              Save
            </Button>
          </div>
        </form>
      </PanelSection>
      <PanelSection title="Theme">
        <div className={classes.bar}>
          <Select label="Theme" value={readTheme(user.preferences)} options={THEMES} onChange={chooseTheme} />
          <span className={classes.note}>It applies at once, in all browsers in which you are signed in.</span>
        </div>
      </PanelSection>
    </>
  );
}
