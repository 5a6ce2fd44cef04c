import { lazy, Suspense, type ReactNode } from 'react';
import { useSession } from '../session/session.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { Page } from '../ui/layout/page.js';
import classes from './tabbed-page.module.css';

export interface TabPage<Props> {
  readonly label: string;
  /** The scope that the tab needs to show anything. */
  readonly scope: string;
  readonly Content: (props: Props) => ReactNode;
}

interface TabbedPageProps<Tab extends string, Props extends object> {
  readonly title: string;
  readonly actions: ReactNode;
  /** In the order in which they are shown. */
  readonly pages: Readonly<Record<Tab, TabPage<Props>>>;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** Given to the content of the tab. */
  readonly content: Props;
}

/** A page of several parts, of which one is shown; a part that the role cannot read says so. */
export function TabbedPage<Tab extends string, Props extends object>(props: TabbedPageProps<Tab, Props>): ReactNode {
  const { title, actions, pages, tab, onTab, content } = props;
  const { can } = useSession();
  const { scope, Content } = pages[tab];
  const options = (Object.keys(pages) as Tab[]).map((value) => ({ value, label: pages[value].label }));
  return (
    <Page title={title} fills actions={actions}>
      <div className={classes.tabs}>
        <Segmented label="View" value={tab} options={options} onChange={onTab} />
      </div>
      {can(scope) ? (
        <Suspense fallback={null}>
          <Content {...content} />
        </Suspense>
      ) : (
        <Empty
          title="Not for your role"
          text={`Your role does not have ${scope}. An admin of the organization can grant it.`}
        />
      )}
    </Page>
  );
}

/** The content of a tab whose code is loaded when it is shown. */
export function toLazy<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as (props: Props) => ReactNode;
  return (props) => <Loaded {...props} />;
}
