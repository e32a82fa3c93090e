// Tendons of MJCF are not read. Tendons that exert forces are refused; other tendons only measure a length.
import type { Defaults } from './mjcf-defaults.ts';
import { tendonForceAttributes } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

export function readTendons(writer: RobotWriter, defaults: Defaults, section: XmlElement): void {
  for (const element of section.children) {
    const attributes = writer.attributes(element, defaults.of(element, undefined));
    const found = tendonForceAttributes.filter((key) => {
      const value = attributes.text(key)?.trim();
      return value !== undefined && value !== 'false' && value !== 'auto' && !/^[0.\s]+$/.test(value);
    });
    if (found.length > 0) writer.refuse(element, `a tendon with ${found.join(' and ')} is not supported`);
    else writer.ignore(element, 'in <tendon> is not read');
  }
}
