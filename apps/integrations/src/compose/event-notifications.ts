import { Inject, Injectable } from '@nestjs/common';
import { toNotification, type NotifiedEvent } from './event-notification.js';
import type { Notification } from './notification.js';
import { ProjectNames } from './project-names.js';
import { PUBLIC_URL } from './public-url.js';

/** Composes the notification of an event, with the name of its project and a link to its subject. */
@Injectable()
export class EventNotifications {
  constructor(
    private readonly projects: ProjectNames,
    @Inject(PUBLIC_URL) private readonly publicUrl: string | undefined,
  ) {}

  async create(event: NotifiedEvent): Promise<Notification> {
    return toNotification(event, await this.projects.get(event.projectId), this.publicUrl);
  }
}
