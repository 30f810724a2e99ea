// A table without a connection, for a view whose pieces can be touched.

import { Table } from './table.svelte'

const PEOPLE = ['Ada', 'Rivet', 'Bolt', 'Sprocket', 'Gizmo', 'Piston']

export function disconnectedTable(names: readonly string[] = PEOPLE): Table {
  const table = new Table('', () => ({
    send: () => false,
    restart: () => {},
    hurry: () => {},
    close: () => {},
  }))
  table.submission.submit = () => table.selection.clear()
  table.seating.receive({
    type: 'occupants',
    now: { occupants: names.map((name, seat) => ({ seat, kind: 'person', name, here: true })) },
  })
  return table
}
