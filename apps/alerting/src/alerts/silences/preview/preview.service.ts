import { Injectable } from '@nestjs/common';
import { EventLoopYielder } from '@svc/runtime';
import type { AlertRow } from '../../lifecycle/alert-row.js';
import { compileMatchers, toMatchable, type SilenceMatcher } from '../matcher.js';
import { PreviewRepository, type Labelled } from './preview.repository.js';

/** Alerts that are returned. */
const MAX_SHOWN = 100;
/** Alerts that are compared. */
const MAX_COMPARED = 20_000;
const PAGE = 2_000;

/** Which alerts a silence would silence now. */
@Injectable()
export class PreviewService {
  constructor(private readonly alerts: PreviewRepository) {}

  async preview(
    projectId: string,
    matchers: readonly SilenceMatcher[],
  ): Promise<{ readonly alerts: readonly AlertRow[]; readonly count: number; readonly isTruncated: boolean }> {
    const matches = compileMatchers(matchers);
    const yielder = new EventLoopYielder();
    const shown: string[] = [];
    let [count, compared] = [0, 0];
    let page: readonly Labelled[] = [];
    do {
      page = await this.alerts.page(projectId, page.at(-1), PAGE);
      compared += page.length;
      for (const alert of page) {
        if (matches(toMatchable(alert)) && count++ < MAX_SHOWN) shown.push(alert.id);
        if (yielder.isDue()) await yielder.yield();
      }
    } while (page.length === PAGE && compared < MAX_COMPARED);
    return { alerts: await this.alerts.read(shown), count, isTruncated: page.length === PAGE };
  }
}
