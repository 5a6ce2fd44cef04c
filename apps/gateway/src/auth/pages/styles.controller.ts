import { readFile } from 'node:fs/promises';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

const STYLES = new URL('../../../assets/pages/pages.css', import.meta.url);

/** The style sheet of the pages. */
@Controller()
export class StylesController {
  #styles: Promise<Buffer> | undefined;

  @Get('pages.css')
  async styles(@Res() reply: FastifyReply): Promise<void> {
    this.#styles ??= readFile(STYLES);
    const styles = await this.#styles;
    void reply.header('cache-control', 'max-age=300').type('text/css; charset=utf-8').send(styles);
  }
}
