/** What every file of tests begins and ends with: a server, a browser and nobody left behind. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch, Person, type Wishes } from './browser';
import { Server } from './server';

export function stand(environment: Record<string, string> = {}): {
  server: Server;
  arrive: (wishes?: Wishes) => Promise<Person>;
} {
  const server = new Server(environment);
  let browser: Browser;
  let people: Person[] = [];
  beforeAll(async () => {
    await server.start();
    browser = await launch();
  });
  afterEach(async () => {
    const complaints = people.flatMap((person) => person.complaints);
    await Promise.all(people.map((person) => person.leave()));
    people = [];
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });
  return {
    server,
    arrive: async (wishes) => {
      const person = await Person.arrive(browser, server.url, wishes);
      people.push(person);
      return person;
    },
  };
}
