/** Where the product differs from the specification on purpose. Decision 22 gives the reasons. */
export const differences = [
  {
    section: '§2',
    specified: 'The creator has five tabs.',
    product: 'A sixth, Advanced, comes after them and has the other fields of character cards.',
  },
  {
    section: '§7',
    specified: 'A body, when present, is JSON.',
    product: 'An uploaded image is sent as multipart form data.',
  },
  {
    section: '§7',
    specified: 'No retries.',
    product: 'A send whose connection breaks is repeated under the same clientMessageId; the server runs it once.',
  },
  {
    section: '§7',
    specified: 'conversationHistory is the history.',
    product:
      'The server has the conversation and ignores it; the web client sends the newest 100 messages it holds, up to 32,000 characters.',
  },
  {
    section: '§5',
    specified: 'A password has at least 6 characters.',
    product: 'The most common passwords are refused as well.',
  },
  {
    section: '§7',
    specified: 'POST /api/chat answers JSON.',
    product: 'It answers an event stream to clients that accept one, as the web client does.',
  },
] as const
