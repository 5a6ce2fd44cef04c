/** The script of the player document. It answers only the page that mounts the document, from the origin that the document names. */
import type { FrameCommand, FrameReport } from '../contract.js';
import { Player } from './player.js';

/** The origin of the page that mounts the document: its own, unless recordings have an origin apart. */
const MOUNTER = document.documentElement.dataset['mounter'] || location.origin;

let port: MessagePort | undefined;

addEventListener('message', (event: MessageEvent) => {
  const [received] = event.ports;
  // A window of its own is its own parent.
  const isMounter = event.source === parent && parent !== self && event.origin === MOUNTER;
  if (!isMounter || received === undefined || port !== undefined) return;
  port = received;
  const player = new Player(document.body, report);
  port.addEventListener('message', ({ data }: MessageEvent<FrameCommand>) => {
    try {
      player.handle(data);
    } catch (error) {
      report({ type: 'warning', text: error instanceof Error ? error.message : 'The recording cannot be shown.' });
    }
  });
  port.start();
  report({ type: 'ready' });
});

// Of a timer or a promise of the player: a recorded event that is malformed.
for (const type of ['error', 'unhandledrejection'])
  addEventListener(type, () => report({ type: 'warning', text: 'A part of the recording cannot be shown.' }));

function report(message: FrameReport): void {
  port?.postMessage(message);
}
