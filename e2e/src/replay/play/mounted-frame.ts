import assert from 'node:assert/strict';
import type { FrameCommand, FrameReport } from '@svc/player';
import { FRAME_PATH, FRAME_SANDBOX } from '@svc/player';
import { eventually } from '@svc/testing';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { Moment } from './record-page.js';
import { SERIALIZE } from './serialize.js';

/** Mounts the player document as a page of the same origin does. */
const MOUNT = `async () => {
  window.reports = [];
  window.warnings = [];
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', '${FRAME_SANDBOX}');
  frame.src = '${FRAME_PATH}';
  frame.style = 'width: 1280px; height: 720px';
  const { port1, port2 } = new MessageChannel();
  window.port = port1;
  const ready = new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      reports.push(data);
      if (data.type === 'warning') warnings.push(data.text);
      if (data.type === 'ready') resolve();
    };
  });
  frame.onload = () => frame.contentWindow.postMessage('mount', location.origin, [port2]);
  document.body.append(frame);
  await ready;
}`;

/** The document that the player of rrweb rebuilds, for expressions that run in the player document. */
export const INNER = "document.querySelector('.replayer-wrapper > iframe').contentDocument";

/** The player document of the service under test, in a page of a mounting site. */
export class MountedFrame {
  private constructor(
    readonly page: Page,
    readonly frame: Frame,
  ) {}

  /** @param page of a mounting site. */
  static async open(context: BrowserContext, address: string): Promise<MountedFrame> {
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(`(${MOUNT})()`);
    const frame = page.frames().find((each) => each.url().endsWith(FRAME_PATH)) ?? assert.fail('no frame');
    return new MountedFrame(page, frame);
  }

  async send(command: FrameCommand): Promise<void> {
    await this.page.evaluate((sent) => {
      const { port, reports, warnings } = globalThis as unknown as {
        port: { postMessage(message: unknown): void };
        reports: unknown[];
        warnings: unknown[];
      };
      reports.length = 0;
      if (sent.type === 'load') warnings.length = 0;
      port.postMessage(sent);
    }, command);
  }

  /** What the document has sent since the last command. */
  reports(): Promise<FrameReport[]> {
    return this.page.evaluate('reports');
  }

  async report<Type extends FrameReport['type']>(type: Type): Promise<Extract<FrameReport, { type: Type }>> {
    return eventually(`a report of the type ${type}`, async () => {
      const found = (await this.reports()).findLast((report) => report.type === type);
      return found as Extract<FrameReport, { type: Type }> | undefined;
    });
  }

  /** All warnings about the recording that was loaded last. */
  warnings(): Promise<string[]> {
    return this.page.evaluate('warnings');
  }

  /** Evaluates an expression in the player document, whose inner frame runs no scripts. */
  evaluate<Value>(expression: string): Promise<Value> {
    return this.frame.evaluate<Value>(expression);
  }

  /** Shows the picture at an offset in milliseconds, with all changes until then. */
  async seek(offsetMs: number): Promise<void> {
    // Changes of the same millisecond would still be due.
    await this.send({ type: 'seek', offsetMs: offsetMs + 1 });
    await this.report('state');
  }

  /** Waits until the document shows a page as it was, by `SERIALIZE`. */
  async assertShows(picture: string): Promise<void> {
    const shown = () => this.evaluate<string>(`(${SERIALIZE})(${INNER})`);
    await eventually('the picture', async () => (await shown()) === picture).catch(async () =>
      assert.equal(await shown(), picture),
    );
  }

  /** Checks what the document shows at each moment of a recording that begins at a time, forward and then back. */
  async assertShowsEach(moments: readonly Moment[], startMs: number): Promise<void> {
    for (const { timestamp, picture } of [...moments, ...moments.toReversed()]) {
      await this.seek(timestamp - startMs);
      await this.assertShows(picture);
    }
  }
}
