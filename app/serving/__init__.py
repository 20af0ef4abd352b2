"""The server process: its data folder and database, its port, its watchdog."""
