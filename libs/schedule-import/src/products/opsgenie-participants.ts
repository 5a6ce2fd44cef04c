import type { Fields } from '../model/fields.js';
import type { People } from '../model/people.js';
import type { Report } from '../model/report.js';

/** The users in the order of their turns; a turn of no one is undefined. Teams and escalations cannot take turns here. */
export function readParticipants(rotation: Fields, people: People, report: Report): (string | undefined)[] {
  return rotation.objects('participants').flatMap((participant) => {
    const type = participant.text('type') ?? 'user';
    if (type === 'none') return [undefined];
    const person = people.of(participant);
    if (type === 'user' && person !== undefined) {
      report.name(person, participant.path);
      return [person];
    }
    report.add(
      participant.path,
      'changed',
      person ?? type,
      'Only users take turns here: no one is on duty in this turn. Name its members instead.',
    );
    return [undefined];
  });
}
