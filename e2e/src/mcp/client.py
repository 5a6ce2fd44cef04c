"""Lists the tools of an MCP endpoint, calls one, and gets the failure of another call, with the official client."""

import asyncio
import json
import os

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def main() -> None:
    http = create_mcp_http_client(headers={"Authorization": f"Bearer {os.environ['KEY']}"})
    async with http, Client(streamable_http_client(os.environ["URL"], http_client=http)) as client:
        listed = await client.list_tools()
        found = await client.call_tool("search_logs", {"project_id": os.environ["PROJECT"]})
        failed = await client.call_tool("search_logs", {})
        answer = {
            "tools": [tool.name for tool in listed.tools],
            "found": "sections" in (found.structured_content or {}),
            "failed": failed.is_error,
        }
        print(json.dumps(answer))


asyncio.run(main())
