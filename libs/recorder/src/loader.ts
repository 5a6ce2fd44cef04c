/**
 * The script that pages load from the service: `/replay/v1/recorder.js`. It records with the attributes of its element, or with what the
 * page passes to `svcRecorder.start`.
 */
import type { RecordingModule } from './contract.js';
import { createRecorder } from './recorder.js';
import { readSettings, type Recorder, type Settings } from './settings.js';
import { retryDelay } from './transport/backoff.js';
import { VERSION } from './version.js';

declare global {
  interface Window {
    svcRecorder?: Recorder;
  }
}

const PATH = '/replay/v1/';
const LOADS = 4;

function run(): void {
  const script = document.currentScript as HTMLScriptElement | null;
  // A page that has the script twice is recorded once.
  if (!script || window.svcRecorder) return;
  const base = script.src.slice(0, Math.max(0, script.src.lastIndexOf(PATH)));
  const recorder = createRecorder({ load: () => load(`${base}${PATH}${VERSION}/record.js`), version: VERSION });
  window.svcRecorder = {
    ...recorder,
    start: (settings: Settings) => recorder.start({ ...settings, host: settings.host ?? base }),
    get sessionId() {
      return recorder.sessionId;
    },
  };
  const settings = readSettings(script.dataset, base);
  if (settings) recorder.start(settings);
}

/** While the service is being replaced, a process of another release may answer; a failed import is remembered by its address. */
async function load(address: string): Promise<RecordingModule> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await import(attempt > 0 ? `${address}?attempt=${attempt}` : address)) as RecordingModule;
    } catch (error) {
      if (attempt + 1 >= LOADS) throw error;
      const delay = retryDelay({ status: 0 }, attempt);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

try {
  run();
} catch {
  // A page works without being recorded.
}
