import type { RecordingModule } from './contract.js';
import { mayRecord, recordPage, type RecordedPage } from './recorded-page.js';
import { newId } from './session/ids.js';
import { openSession } from './session/session.js';
import { openStore } from './session/store.js';
import type { Recorder, Settings } from './settings.js';

export interface RecorderOptions {
  /** Loads the recorder of rrweb. */
  readonly load: () => Promise<RecordingModule>;
  readonly version: string;
}

/** Nothing that it does throws into the page. */
export function createRecorder({ load, version }: RecorderOptions): Recorder {
  const local = openStore(() => localStorage);
  const tab = openStore(() => sessionStorage);
  let settings: Settings | undefined;
  let distinctId: string | undefined;
  let page: RecordedPage | undefined;
  let isLoading = false;
  let isListening = false;

  const visitor = (): string => {
    const stored = local.get('visitor');
    if (typeof stored === 'string') return stored;
    const id = newId();
    local.set('visitor', id);
    return id;
  };
  const begin = async (): Promise<void> => {
    if (!settings || isLoading || page?.isRecording || !mayRecord(openSession(local, Date.now()), settings)) return;
    isLoading = true;
    try {
      const module = await load();
      const id = distinctId ?? visitor();
      const sdk = `svc-recorder ${version} (rrweb 2.1.6)`;
      // It may have been stopped in the meantime.
      if (settings) page = recordPage(module, { settings, sdk, local, tab, distinctId: id });
    } catch {
      // A page works without being recorded.
    }
    isLoading = false;
  };
  const listen = (): void => {
    if (isListening) return;
    isListening = true;
    addEventListener('pagehide', () => page?.leave());
    addEventListener('pageshow', ({ persisted }) => persisted && page?.resume());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') page?.hide();
      else void begin();
    });
  };

  return {
    start(wanted) {
      if (settings || !isSupported() || isInnerFrame() || (wanted.respectGpc && isObjecting())) return;
      settings = wanted;
      distinctId ??= wanted.distinctId;
      listen();
      void begin();
    },
    stop() {
      settings = undefined;
      page?.stop();
    },
    identify(id) {
      distinctId = String(id);
      page?.identify(distinctId);
    },
    get sessionId() {
      return settings && (page?.isRecording ? page.session : openSession(local, Date.now())).id;
    },
  };
}

function isSupported(): boolean {
  const names = ['document', 'fetch', 'crypto', 'MutationObserver', 'AbortController', 'TextEncoder'];
  return names.every((name) => name in globalThis);
}

/** Whether a page of the same origin holds this one: the recorder of that page records it. */
function isInnerFrame(): boolean {
  try {
    return parent !== self && parent.document !== undefined;
  } catch {
    return false;
  }
}

function isObjecting(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    readonly globalPrivacyControl?: boolean;
    readonly doNotTrack?: string | null;
  };
  return globalPrivacyControl === true || doNotTrack === '1';
}
