"""Native model code in child processes: what they speak, what they run, and who watches over them."""
