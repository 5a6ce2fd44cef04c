import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import type { Person } from '../workspace/person.js';

/** A page of a browser window without cookies, whose requests go only to the service. */
export class Visitor {
  constructor(readonly page: Page) {
    page.setDefaultTimeout(10_000);
  }

  async open(target: string): Promise<void> {
    await this.page.goto(new URL(target, theService().httpUrl).href);
  }

  /** Fills fields by their labels and presses a button. */
  async submit(fields: Readonly<Record<string, string>>, button: string): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await this.page.getByLabel(label).fill(value);
    await this.press(button);
  }

  async press(button: string): Promise<void> {
    await Promise.all([this.page.waitForEvent('load'), this.page.getByRole('button', { name: button }).click()]);
  }

  async signIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
    await this.submit({ 'E-mail address': email, Password: password }, 'Sign in');
    for (const { name, value } of await this.page.context().cookies()) {
      if (name.includes('svc_')) noteSecret(value);
    }
  }

  async assertHeading(heading: string | RegExp): Promise<void> {
    const shown = await this.page.locator('h1').innerText();
    if (typeof heading === 'string') assert.equal(shown, heading);
    else assert.match(shown, heading);
  }

  async assertAlert(alert: RegExp): Promise<void> {
    assert.match(await this.page.getByRole('alert').innerText(), alert);
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }
}
