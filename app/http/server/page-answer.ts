/** What is answered to who asks for a page, ready to be sent. */
export interface PageAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

export const toPageAnswer = async (response: Response): Promise<PageAnswer> => ({
  status: response.status,
  headers: [...response.headers],
  body: Buffer.from(await response.arrayBuffer()),
})
