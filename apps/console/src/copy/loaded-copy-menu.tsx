import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { toRequest, type Input, type Route } from '../api/call.js';
import { copyText } from '../text/copy-text.js';
import buttonClasses from '../ui/controls/button.module.css';
import { Icon } from '../ui/controls/icon.js';
import menuClasses from '../ui/controls/menu.module.css';
import { announce } from '../ui/feedback/announcements.js';
import { toCurl } from './curl.js';
import { loadCommands } from './load-commands.js';
import { toSvc } from './svc.js';

export interface CopyMenuProps<R extends Route> {
  readonly route: R;
  readonly input: Input<R>;
  /** Slug or ID of the project; absent for operations of the organization. */
  readonly project?: string | undefined;
}

/** Copies what the page shows: as a link, as a command line of svc, or as a request with curl. */
export function LoadedCopyMenu<R extends Route>({ route, input, project }: CopyMenuProps<R>): ReactNode {
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClasses.button}>
        <Icon name="copy" />
        Copy as
        <Icon name="down" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className={menuClasses.positioner}>
          <Menu.Popup className={menuClasses.popup}>
            <Menu.Item className={menuClasses.item} onClick={() => void copy(location.href, 'the link')}>
              Link to this page
            </Menu.Item>
            <Menu.Item className={menuClasses.item} onClick={() => void copyCommand(route, input, project)}>
              svc command
            </Menu.Item>
            <Menu.Item
              className={menuClasses.item}
              onClick={() => void copy(toCurl(toRequest(route, input), location.origin, project), 'the curl command')}
            >
              curl command
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

async function copy(text: string, name: string, more = ''): Promise<void> {
  announce((await copyText(text)) ? `Copied ${name}.${more}` : `The browser did not allow to copy ${name}.`);
}

async function copyCommand<R extends Route>(route: R, input: Input<R>, project: string | undefined): Promise<void> {
  try {
    const line = toSvc(await loadCommands(route), input, project);
    if (line === undefined) return announce('svc has no command for this request. Copy it as a curl command.');
    const left = line.leftOut.length === 0 ? '' : ` svc has no flag for ${line.leftOut.join(', ')}.`;
    await copy(line.text, 'the svc command', left);
  } catch {
    announce('The commands of svc could not be loaded. Reload the page, and try again.');
  }
}
