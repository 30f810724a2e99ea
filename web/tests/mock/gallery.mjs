// A view that shows every part and every face once, for looking at. It is no game: nothing in it can be played.

const z = (id, shape, more = {}) => ({ part: 'zone', id, area: id, shape, label: id, ...more })
const p = (id, zone, at, face, more = {}) => ({ id, zone, at, face, label: id, ...more })
const BODY = [[0, 0], [-1, 0.5], [1, 0.5], [0, 1], [-2, 1], [2, 1], [0, 2], [-1, 2.5], [1, 2.5], [-1, 3.5], [1, 3.5]]
const NAMES = ['Head', 'L. Shoulder', 'R. Shoulder', 'Chest', 'Left Arm', 'Right Arm', 'Core', 'Left Leg', 'Right Leg', 'Left Foot', 'Right Foot']
const S = 'cube/blue/square/S', P = 'cube/green/circle/P', C = 'cube/black/hexagon/C', G = 'cube/gold/diamond/G'

export const parts = [
  { part: 'panel', id: 'a', area: 'a', seat: 0, active: true },
  { part: 'panel', id: 'b', area: 'b', title: 'Board', text: 'lettered', tone: 'plain' },
  { part: 'panel', id: 'c', area: 'c', seat: 1, active: false },
  { part: 'seat', id: 'me', area: 'me', seat: 0, score: '6', of: 'of 11 parts', text: 'turn 3 of 4', pill: 'First player', size: 'mine' },
  { part: 'seat', id: 'him', area: 'him', seat: 1, score: '4', text: 'attacking you now', pill: 'choosing', active: true, stats: [{ icon: 'heart', value: '16', label: 'hit points' }, { icon: 'burst', value: '2', label: 'attack' }, { icon: 'battery', value: '5', label: 'batteries' }, { icon: 'coin', value: '11', label: 'coins' }] },
  z('body', 'hex', { spots: BODY.map(([x, y], i) => [x, y, NAMES[i]]), empty: '' }),
  { part: 'track', id: 'hp', area: 'hp', label: '[[heart]] 13 HP', low: 0, high: 20, value: 13, preview: 6, tone: 'good' },
  { part: 'track', id: 'atk', area: 'atk', label: 'ATTACK', low: 0, high: 4, value: 3, direction: 'column', tone: 'bad' },
  { part: 'counters', id: 'supply', area: 'supply', direction: 'column', items: [[S, 11], [P, 12], [C, 0], [G, 10]].map(([icon, n]) => ({ icon, value: String(n), label: 'cubes', dim: n === 0 })) },
  { part: 'sum', id: 'sum', area: 'sum', title: '[[seat:1]] attacks you', terms: [{ value: '2', label: 'attack' }, { value: '2', label: 'Blasters', join: '+' }, { value: '×2', label: 'Chainsaw', tone: 'brass' }, { value: '14', label: 'damage', join: '=', tone: 'bad' }] },
  { part: 'steps', id: 'steps', area: 'steps', steps: [{ words: 'Target: [[seat:0]]', state: 'done' }, { words: 'Boosts +2', state: 'done' }, { words: 'Force Field? Your answer', state: 'now' }, { words: 'Damage is dealt', state: 'next' }, { words: 'After the attack', state: 'next' }, { words: 'Next seat', state: 'next' }] },
  { part: 'stack', id: 'stack', area: 'stack', title: 'Stack', entries: [{ title: 'EMP Pulse', text: 'Target machine does not move this turn.', seat: 1, now: true }, { title: 'Pounce', text: 'Flip once without paying its move.', seat: 0 }] },
  { part: 'forecast', id: 'forecast', area: 'forecast', title: 'If it lands', outcomes: [{ icon: 'destroyed', words: '**Sawjaw** destroyed', rule: 'XX-R19' }, { icon: 'removed', words: 'Both lose a weapon', rule: 'XX-R17' }, { icon: 'cut-off', words: 'd6 is cut off', rule: 'XX-R17' }] },
  { part: 'goals', id: 'goals', area: 'goals', title: 'Gearstone', goals: [{ words: '12 of 16 points', value: 12, of: 16 }, { words: '4 of 5', value: 4, of: 5, icons: ['gem/yellow/round', 'gem/blue/square', 'gem/orange/hexagon', 'gem/red/triangle', 'gem/purple/drop'], lack: [4] }, { words: '[[gem/green/star]] Green', met: true }] },
  { part: 'text', id: 'text', area: 'text', title: 'Scrap Fair', text: 'Everyone may discard **1** card. Whoever does gains $3.', align: 'center' },
  z('board', 'grid', { columns: 9, rows: 9, aspect: 1, board: true }),
  z('fan', 'fan', { aspect: 0.72 }),
  z('pile', 'stack', { aspect: 0.72, empty: 'none' }),
  z('free', 'free', { columns: 4, rows: 2, aspect: 1, spots: [[0.5, 0.5], [1.5, 1.5], [2.5, 0.5], [3.5, 1.5]], empty: 'free' }),
  z('labels', 'column', { rows: 3 }),
  z('cubes', 'row', { columns: 7, aspect: 1 }),
  { part: 'rounds', id: 'rounds', area: 'rounds' },
  { part: 'text', id: 'caption', area: 'caption', title: 'Your robots', text: 'each loses 1 battery and acts', caption: true },
  { part: 'seat', id: 'third', area: 'third', seat: 2, pills: [{ words: 'in charge', tone: 'brass' }, { words: 'done', icon: 'check', tone: 'good' }] },
  { part: 'steps', id: 'turn', area: 'turn', steps: [{ words: 'Action: Recharge', text: '+1 Crown Smith, +1 Dynamo', state: 'done' }, { words: 'Robots', text: '2 done, 2 to do, 1 empty', state: 'now', bar: ['done', 'done', 'now', 'next', 'none'] }] },
  z('large', 'row', { columns: 3 }),
  z('low', 'grid', { columns: 2, rows: 2 }),
  z('small', 'row', { columns: 2 }),
  z('tiny', 'row', { columns: 3 }),
  z('banner', 'stack'),
  z('deeds', 'row', { columns: 2 }),
  { part: 'drawer', id: 'heap', area: '', title: 'Heap', zones: ['under'] },
  { ...z('under', 'fan'), area: '' },
  { part: 'prompt', id: 'prompt', area: 'prompt', sentence: '**EMP Pulse** would stop Mantis. You may respond.' },
  { part: 'log', id: 'log', area: 'log' },
]

const robots = ['Magnet Mole', 'Brass Choir', 'Tin Tailor', 'Storm Kettle', 'Copper Clerk', 'Old Lifter']
export const pieces = [
  ...[0, 1, 4, 5, 6, 9].map((at) => p(`part${at}`, 'body', at, { kind: 'hex', hue: 'red', art: ['skull', 'saw', '', '', 'claw', 'claw', 'gear', '', '', 'boot'][at] || 'fist', words: at === 4 || at === 5 || at === 9 ? '**+1** [[burst]]' : 'Attacking: they give you 1' })),
  ...[2, 3, 7].map((at) => p(`part${at}`, 'body', at, { kind: 'hex', built: false, title: NAMES[at], costs: [{ icon: S, value: 1 }, { icon: G, value: 1, lack: 1 }], words: '4+ dealt: take 1' }, at === 2 ? { tag: 'BUILD' } : {})),
  p('mantis', 'board', 5 * 9 + 3, { kind: 'machine', hue: 'blue', title: 'Mantis', cells: [[0, 0, 'weapon'], [2, 0, 'weapon'], [0, 1, 'weapon'], [1, 1, 'heart'], [2, 1, 'weapon']] }, { marks: [{ seat: 0, words: 'moved' }] }),
  p('goliath', 'board', 3, { kind: 'machine', hue: 'red', art: 'cut', title: 'Goliath', cells: [[0, 0, 'weapon'], [1, 0, 'heart'], [2, 0, 'heart'], [3, 0, 'weapon'], [2, 1, 'weapon']] }),
  p('base', 'board', 7 * 9 + 1, { kind: 'spot', art: 'home', hue: 'blue' }),
  ...robots.map((title, at) => p(`r${at}`, 'fan', at, { kind: 'card', hue: ['gold', 'gold', 'blue', 'red', 'red', 'gray'][at], art: `robot/${title}`, corner: String(at + 2), badge: 'crown', count: at, title, words: 'Draw 1 card, then discard 1 card', extra: ['battery', 'battery'], built: at !== 5 })),
  p('m1', 'pile', 0, { kind: 'card', hue: 'purple', art: 'robot/Shadow', corner: '3', badge: 'gem/purple/drop', extra: ['gem/green/star'], title: 'Shadow', cost_at: 'column', costs: [{ icon: 'gem/blue/square', value: 3 }, { icon: 'gem/red/triangle', value: 5 }, { icon: 'gem/yellow/round', value: 3 }] }),
  p('f0', 'free', 0, { kind: 'tile', corner: '3', art: 'robot/x', costs: [{ icon: 'gem/blue/square', value: 4 }] }),
  p('f1', 'free', 1, { kind: 'back', level: 2, count: 12 }),
  p('f2', 'free', 2, { kind: 'token', art: 'gem/purple/heart', hue: 'purple', count: 3 }),
  p('l0', 'labels', 0, { kind: 'label', title: 'Fight', art: 'swords', words: 'attack with all' }, { tag: 'NOW' }),
  p('l1', 'labels', 1, { kind: 'label', title: 'Scavenge', art: 'claw', words: 'three cubes' }),
  p('l2', 'labels', 2, { kind: 'spot', words: 'touch me' }),
  ...[S, P, C, G].map((art, at) => p(`cube${at}`, 'cubes', at, { kind: 'cube', art, dim: at === 3 })),
  ...['large', 'low', 'small', 'tiny'].flatMap((zone) => [['next', 'gold'], ['done', 'blue'], ['none', 'gray']].map(([disc, hue], at) =>
    p(`${zone}${at}`, zone, at, { kind: 'portrait', hue, art: `robot/${robots[at]}/${hue}`, disc, corner: '1', badge: 'crown', count: at - 1, title: robots[at], words: 'Draw 1 card, then discard 1 card', extra: ['battery', 'battery', 'battery-spent'].slice(at), status: ['next', 'drew 1', 'no battery'][at], built: at < 2, dim: at === 1 }))),
  p('event', 'banner', 0, { kind: 'portrait', hue: 'brass', art: 'crowd/fair', title: 'Scrap Fair', words: 'Everyone may discard 1 card. Whoever does gains $3.', status: 'Event of the round · 2nd time' }),
  p('d0', 'deeds', 0, { kind: 'deed', art: 'battery', title: 'Recharge', words: '+2 batteries', disc: 'done' }),
  p('d1', 'deeds', 1, { kind: 'deed', art: 'wrench', title: 'Construct', words: 'play 1 robot', dim: true }, { opens: 'heap' }),
  p('under0', 'under', 0, { kind: 'portrait', hue: 'red', art: 'robot/x/red', title: 'Under it', words: 'Gain $2' }),
  p('item0', 'cubes', 5, { kind: 'item', hue: 'brass', art: 'chainsaw', title: 'Chainsaw', words: 'Double the damage', badge: 'star', count: 2 }),
  p('portrait0', 'cubes', 6, { kind: 'picture', hue: 'green', art: 'robot/p2h0e4a1r1m2', badge: 'mark/1' }, { opens: 'closer' }),
  p('pile0', 'cubes', 4, { kind: 'pile', hue: 'teal', badge: 'gem/teal/round', count: 4 }),
]

const wide = {
  a: [10, 8, 420, 560], me: [22, 18, 150, 120], body: [20, 30, 400, 440], atk: [22, 250, 56, 190], supply: [350, 330, 60, 110], hp: [22, 500, 396, 56],
  b: [440, 8, 470, 470], board: [456, 24, 440, 440], goals: [452, 486, 458, 34], sum: [440, 526, 220, 90], steps: [670, 526, 240, 90],
  c: [920, 8, 350, 120], him: [934, 18, 320, 100], stack: [920, 136, 350, 180], forecast: [920, 322, 350, 110], text: [920, 436, 350, 70], log: [920, 560, 350, 180],
  fan: [10, 626, 420, 114], pile: [440, 626, 90, 114], free: [540, 626, 200, 114, 4], labels: [750, 626, 160, 114, 4], cubes: [920, 512, 350, 42, 8], prompt: [10, 572, 420, 50],
  large: [10, 776, 430, 172], caption: [10, 752, 430, 20], small: [450, 776, 124, 100], tiny: [450, 884, 160, 48, 6], low: [620, 776, 290, 172], banner: [920, 750, 350, 120], deeds: [920, 880, 200, 72], third: [450, 750, 300, 24], turn: [1130, 880, 150, 90],
}
const narrow = {
  c: [8, 6, 344, 90], him: [16, 12, 328, 80], a: [8, 100, 344, 380], me: [14, 106, 70, 90], body: [20, 110, 320, 330], hp: [16, 440, 328, 36],
  sum: [8, 486, 344, 84], steps: [8, 576, 344, 80], board: [12, 664, 336, 336], fan: [8, 1010, 344, 110], goals: [8, 1126, 344, 34], stack: [8, 1168, 344, 170], forecast: [8, 1344, 344, 110], cubes: [8, 1460, 344, 40], labels: [8, 1506, 170, 110], free: [184, 1506, 168, 110],
  rounds: [8, 1640, 344, 26], caption: [8, 1672, 344, 20], large: [8, 1696, 344, 100, 6], tiny: [8, 1802, 160, 48, 4], deeds: [180, 1802, 172, 58], banner: [8, 1866, 344, 90], turn: [8, 1962, 344, 100],
  supply: [290, 330, 50, 100], atk: [14, 250, 40, 170],
}

export const update = {
  type: 'update',
  occupants: [{ seat: 0, kind: 'person', name: 'Ada', here: true }, { seat: 1, kind: 'bot', name: 'Syphon', level: 'hard' }],
  view: {
    game: 'gallery', seat: 0, ply: 1, waiting: [0], over: false,
    clock: { words: 'Round 3 · Fight', ticks: [{ words: 'Mine', state: 'done', seat: 0 }, { words: 'Gear', state: 'done', seat: 1 }, { words: 'Fight', icon: 'swords', state: 'now', seat: 0, turns: [{ words: '', seat: 0, state: 'done' }, { words: '', seat: 1, state: 'now' }] }, { words: 'to choose', seat: 1 }] },
    wide: { width: 1280, height: 960, areas: wide, pages: { closer: { board: [456, 24, 220, 220], fan: [690, 24, 210, 220] } } }, narrow: { width: 360, height: 2070, areas: narrow },
    parts, pieces,
    choices: [{ action: 0, text: 'respond with Counter Pulse', label: '[[page]] Respond' }, { action: 1, text: 'let it resolve', label: 'Let it resolve' }, { action: 2, text: 'build the right shoulder', label: 'Build it', pieces: ['part2'], group: 'Building' }, { action: 3, text: 'fight', label: 'Fight', pieces: ['l0'], group: 'Action' }],
    log: [{ words: '[[seat:1]] attacks [[seat:0]]: 3 + 2 = 5', ply: 0, seat: 1, group: 'Round 3' }, { words: '[[seat:0]] gained 1 HP', ply: 1, seat: 0, group: 'Round 3' }],
  },
}
