// A card game like Karma on boardgame.io, as its documentation shows it: four players with secret
// hands, a pile in the middle, a stock. Run as a program: node server.cjs PORT
const { Server, Origins } = require('boardgame.io/server');
const { PlayerView } = require('boardgame.io/core');

const PLAYERS = 4;

const game = {
  name: 'cards',
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  disableUndo: true,
  // Takes the stock and the others' hands out of what a player is sent.
  playerView: PlayerView.STRIP_SECRETS,
  setup: ({ random }) => {
    const cards = [];
    for (let card = 1; card <= 15; card += 1) cards.push(card, card, card, card);
    const stock = random.Shuffle(cards);
    const players = {};
    const open = [];
    for (let seat = 0; seat < PLAYERS; seat += 1) {
      players[seat] = { hand: stock.splice(0, 3) };
      open.push(stock.splice(0, 3));
    }
    return { secret: { stock, hidden: [3, 3, 3, 3] }, players, open, pile: [], gone: [], sizes: [3, 3, 3, 3] };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, random, playerID }, place) => {
      const seat = Number(playerID);
      const player = G.players[seat];
      const card = player.hand[place % player.hand.length];
      const top = G.pile.length ? G.pile[G.pile.length - 1] : 0;
      if (card >= top) {
        player.hand.splice(place % player.hand.length, 1);
        G.pile.push(card);
      } else {
        player.hand.push(...G.pile);
        G.pile = [];
      }
      if (G.pile.length > 9) {
        G.gone.push(...G.pile);
        G.pile = [];
      }
      while (player.hand.length < 3) {
        if (!G.secret.stock.length) {
          G.secret.stock = random.Shuffle(G.gone);
          G.gone = [];
        }
        if (!G.secret.stock.length) {
          player.hand.push(1 + random.Die(14));
        } else {
          player.hand.push(G.secret.stock.shift());
        }
      }
      G.sizes[seat] = player.hand.length;
    },
  },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => undefined });
